"""The store of chunks: one file a chunk, named by content, written to a temporary file and renamed.

A chunk that is there is whole, so a killed run resumes, more games are a top-up, and an edit plays again only what it
touches. A damaged file counts as absent.
"""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

import platformdirs

from balance.errors import StorageError
from balance.runs.chunks import Chunk, ChunkResult, blocks_of, decode, encode
from balance.runs.plan import Cell


def default_store() -> Path:
    """Return the store's folder: ``$BALANCE_STORE`` or the user's cache folder."""
    return Path(os.environ.get("BALANCE_STORE") or platformdirs.user_cache_path("balance") / "store")


_CHUNK = re.compile(r"(0|[1-9]\d*)-([1-9]\d*)\.zst")


class Store:
    """A folder of chunks, a folder a cell: ``<cell key>/<first block>-<blocks>.zst``. Other files are left alone.

    Parameters
    ----------
    folder : pathlib.Path
        Made when the first chunk is saved.
    is_fresh : bool
        Whether to find nothing but what was saved by this very object: everything is played again, once.
    """

    def __init__(self, folder: Path, is_fresh: bool = False) -> None:
        self.folder = folder
        self._own: set[Path] | None = set() if is_fresh else None

    def _folder(self, cell: Cell) -> Path:
        return self.folder / cell.key[:2] / cell.key

    def _path(self, chunk: Chunk) -> Path:
        return self._folder(chunk.cell) / f"{chunk.first}-{chunk.count}.zst"

    def load(self, chunk: Chunk) -> ChunkResult | None:
        """Return a stored chunk, None if it is absent or damaged."""
        path = self._path(chunk)
        if self._own is not None and path not in self._own:
            return None
        try:
            return decode(path.read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise StorageError(f"{path}: cannot be read ({error.strerror})") from error

    def save(self, chunk: Chunk, result: ChunkResult) -> None:
        """Keep a chunk; readers see the whole file or none.

        Raises
        ------
        StorageError
            If the folder cannot be made or written.
        """
        path = self._path(chunk)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, encode(result))
        except OSError as error:
            raise StorageError(
                f"{path.parent}: cannot be written ({error.strerror}); choose another folder with --store"
            ) from error
        if self._own is not None:
            self._own.add(path)

    def played(self, cell: Cell) -> list[Chunk]:
        """Return the chunks of a cell that are kept, by their first block; they may overlap."""
        paths = [path for path in self._folder(cell).glob("*.zst") if self._own is None or path in self._own]
        names = filter(None, (_CHUNK.fullmatch(path.name) for path in paths))
        return [Chunk(cell, first, count) for first, count in sorted((int(name[1]), int(name[2])) for name in names)]

    def chunks(self, cell: Cell) -> list[Chunk]:
        """Return the chunks that cover a cell's blocks from its first one on, using what is stored where it fits.

        A cell's blocks are cut at the multiples of `blocks_of`. Within one such stretch earlier runs may have left
        shorter chunks, which are taken one after the other as long as they fit; the rest is one more chunk.
        """
        stored: dict[int, list[int]] = {}
        for chunk in self.played(cell):
            stored.setdefault(chunk.first, []).append(chunk.count)
        chunks, at, stretch = [], cell.first, blocks_of(cell)
        while at < cell.blocks:
            room = min(stretch - at % stretch, cell.blocks - at)
            count = max((count for count in stored.get(at, []) if count <= room), default=room)
            chunks.append(Chunk(cell, at, count))
            at += count
        return chunks


def write_whole(path: Path, data: bytes) -> None:
    """Write a file by way of a temporary one beside it, so that nobody ever sees half of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, 0o666 & ~_UMASK)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


_UMASK = _umask()  # read once: it can only be read by setting it, which threads must not do
