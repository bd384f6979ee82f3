"""The kernel decorator, and the cache folder that can be trusted.

numba's on-disk cache notices an edit only in the file of the cached function itself: a kernel that calls an edited
kernel of another file, or reads a renumbered enum, would silently stay old. So the cache lives in a folder named by
a hash over every source a kernel can reach; an edit anywhere makes a new folder and old ones are pruned.
"""

import hashlib
import os
import platform
import shutil
import time
from functools import wraps
from pathlib import Path

import numba
import numpy as np
import platformdirs

PACKAGE = Path(__file__).resolve().parent.parent
# No kernel imports these rooms of a ruleset, so a new wording or report does not recompile anything.
_NO_KERNELS = ("lint.py", "narrate.py", "schema.py", "tokens.py")
_KEYS_KEPT = 4
JIT = not numba.config.DISABLE_JIT

# Kernels walk hands of a few cards: vectorised loops and the costliest passes compile longer and win nothing here.
if "NUMBA_OPT" not in os.environ:
    numba.config.OPT = type(numba.config.OPT)(2)
numba.config.LOOP_VECTORIZE = 0


def compile_key(*rulesets: str) -> str:
    """Return the hash that names everything the kernels of `rulesets` depend on (12 hex digits).

    Covers the sources of `core`, the vocabulary and the named ruleset packages (all of them when none is named), the
    versions of numba, numpy and Python, the processor's kind and the flags that change machine code. It names the
    cache folder and, per ruleset, the chunks of the store.
    """
    rooms = [PACKAGE / "core"]
    rooms += [PACKAGE / "rules" / name for name in rulesets] or sorted((PACKAGE / "rules").glob("*/"))
    sources = [PACKAGE / "vocab.py"]
    sources += [path for room in rooms for path in sorted(room.glob("*.py")) if path.name not in _NO_KERNELS]
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    flags = (numba.config.BOUNDSCHECK, numba.config.OPT, numba.config.DISABLE_JIT)
    versions = (numba.__version__, np.__version__, platform.python_version_tuple()[:2], platform.machine())
    digest.update(repr((flags, versions)).encode())
    return digest.hexdigest()[:12]


def cache_root() -> Path:
    """Return the folder of compiled kernels: ``$BALANCE_CACHE`` or the user's cache folder."""
    return Path(os.environ.get("BALANCE_CACHE") or platformdirs.user_cache_path("balance")) / "kernels"


def _use_cache_folder() -> Path:
    folder = cache_root() / compile_key()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _prune(folder.parent)
    except OSError:
        pass  # an unwritable cache costs compile time only; numba says so itself
    numba.config.CACHE_DIR = str(folder)
    return folder


def _prune(root: Path) -> None:
    """Drop the least recently used keys, but none that was used within the last day (it may be running)."""
    folders = sorted((path for path in root.iterdir() if path.is_dir()), key=lambda path: -path.stat().st_mtime)
    for path in folders[_KEYS_KEPT:]:
        if time.time() - path.stat().st_mtime > 86_400:
            shutil.rmtree(path, ignore_errors=True)


CACHE_FOLDER = _use_cache_folder()


def kernel(function):
    """Compile `function` without the GIL and with the cache; plain Python under ``NUMBA_DISABLE_JIT=1``."""
    # No C callback is ever made of a kernel; leaving its wrapper out compiles faster. Nothing is allocated in one
    # either (_nrt), so arrays that are passed on need no counting of references: a tenth of all time.
    return _plain_numbers(numba.njit(cache=True, nogil=True, no_cfunc_wrapper=True, _nrt=False)(function))


def _plain_numbers(dispatcher):
    """Let kernels be called with plain numbers only.

    The compiler would make one machine function for `f(x)`, one for `f(0)` and one for each enum (191 instead of 146
    for Combo Fighter), all of which are inlined and folded afterwards anyway.
    """
    if JIT:
        resolve = dispatcher.get_call_template
        dispatcher.get_call_template = lambda args, kws: resolve(
            tuple(_plain(arg) for arg in args), {name: _plain(arg) for name, arg in kws.items()}
        )
    return dispatcher


def _plain(arg):
    arg = numba.types.unliteral(arg)
    return arg.dtype if isinstance(arg, numba.types.IntEnumMember) else arg


def wrapping_kernel(function):
    """Like `kernel`, for what overflows on purpose: in uint64, since the compiler relies on int64 never to wrap.

    With JIT off every other overflow is a bug that the tests turn into an error, so the warning is silenced for these
    alone.
    """
    if JIT:
        return kernel(function)

    @wraps(function)
    def quiet(*args):
        with np.errstate(over="ignore"):
            return function(*args)

    return quiet


if JIT:
    from numba.cpython.unsafe.numbers import leading_zeros as _leading_zeros
    from numba.cpython.unsafe.numbers import trailing_zeros as _trailing_zeros

    @kernel
    def leading_zeros(u):
        """Return the number of zero bits above the highest set bit of a uint64 other than 0."""
        return np.int64(_leading_zeros(u))

    @kernel
    def trailing_zeros(n):
        """Return the number of zero bits below the lowest set bit of an int64 other than 0."""
        return np.int64(_trailing_zeros(np.int64(n)))

else:

    def leading_zeros(u):
        """Return the number of zero bits above the highest set bit of a uint64 other than 0."""
        return 64 - int(u).bit_length()

    def trailing_zeros(n):
        """Return the number of zero bits below the lowest set bit of an int64 other than 0."""
        return (int(n) & -int(n)).bit_length() - 1
