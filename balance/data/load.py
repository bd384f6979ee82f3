"""A ruleset's whole folder as checked models: every problem of every file at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from balance.data.edits import lay_over
from balance.data.files import RULESETS, Document, Location, check_model, read_yaml, ruleset_folder
from balance.data.schema import (
    PoliciesFile,
    PolicyModel,
    Problems,
    Provenance,
    RulesetFile,
    Side,
    StrictModel,
    VariantFile,
)
from balance.data.yaml_text import KEY
from balance.errors import DataError, Problem, UsageError, unknown

MODES = ("random", "best", "mixed", "soft")
SEARCH = "search"
REFERENCE = "reference"  # a policy that does not play to win, where sides are policies
EACH_ITS_OWN = "their own policies"  # what both sides play where a side is a policy and nothing else
M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Models:
    """What a ruleset expects in its folder."""

    sides: str  # folder of the side files; empty where a side is a policy and nothing else
    side: type[Side]
    options: type[StrictModel]
    decisions: type[IntEnum]
    features: type[IntEnum]
    searched: tuple[IntEnum, ...]  # decisions that may be made by search
    check: Callable[[Any, Any], Problems]  # options, side -> problems

    @property
    def nouns(self) -> tuple[str, str]:
        """Return what one side is called, and what several are."""
        return (self.sides.removesuffix("s"), self.sides) if self.sides else ("policy", "policies")


@dataclass(frozen=True, slots=True)
class RulesetData:
    """A ruleset's data, checked: what every run, report and replay stands on."""

    name: str
    about: RulesetFile
    location: Location
    variant: str | None
    edits: tuple[str, ...]  # laid over the files: the variant's, then those of --set
    options: Any
    nouns: tuple[str, str]  # what one side is called, and what several are
    sides: dict[str, Any]  # by file stem, sorted; by policy where a side is nothing else
    policies: dict[str, PolicyModel]
    standard: str
    second: str
    documents: dict[str, Document]  # by "options", "policies", "<sides>.<stem>", ...: for places
    own_edits: tuple[str, ...]  # those of --set alone

    @property
    def folder(self) -> Path:
        """Return the ruleset's folder."""
        return self.location.folder / self.name

    @property
    def named_by(self) -> list[str]:
        """Return the words of a command line that name this data: variant, edits, and the folder where it was named."""
        words = ["--variant", self.variant] if self.variant is not None else []
        for edit in self.own_edits:
            words += ["--set", edit]
        return words + (["--rulesets", str(self.location.folder)] if self.location.found_by == RULESETS else [])

    @property
    def is_between_policies(self) -> bool:
        """Say whether a side is a policy and nothing else, so that there are no side files."""
        return self.nouns[1] == "policies"

    def apart(self, stem: str) -> str:
        """Return why a side is kept apart from the main ones, whom answers are about; empty for a main side.

        It is `Provenance.STAND_IN` where the numbers are no published ones, `REFERENCE` where the side is a policy that
        does not play to win.
        """
        if not self.sides[stem].provenance.is_published:
            return Provenance.STAND_IN.value
        return REFERENCE if self.is_between_policies and self.policies[stem].reference else ""

    def side(self, stem: str) -> Any:
        """Return a side by its file stem; UsageError with the nearest one if there is none."""
        if stem not in self.sides:
            raise UsageError(unknown(self.nouns[0], stem, self.sides))
        return self.sides[stem]

    @property
    def levels(self) -> list[str]:
        """Return the levels that a table is made under when nobody says otherwise; one where both are one policy."""
        return ["standard", "second"] if self.standard != self.second else ["standard"]

    def policy_name(self, name: str) -> str:
        """Return a policy's name; "standard" and "second" name the two levels.

        Raises
        ------
        UsageError
            If there is none, with the nearest one.
        """
        name = {"standard": self.standard, "second": self.second}.get(name, name)
        if name not in self.policies:
            raise UsageError(unknown("policy", name, {*self.policies, "standard", "second"}))
        return name

    def policy_of_both(self, given: str | None) -> str:
        """Return the name of the policy that both sides play: the one given, else the standard one.

        Where a side is a policy and nothing else, none may be given.

        Raises
        ------
        UsageError
            If one is given there, or there is none of that name.
        """
        if self.is_between_policies and given is not None:
            raise UsageError(f"--policy {given}: the sides of {self.name} are its policies, and each plays itself")
        return self.policy_name(given or "standard")

    def policy(self, name: str) -> PolicyModel:
        """Return a policy by name, as `policy_name` finds it."""
        return self.policies[self.policy_name(name)]

    def script(self, name: str) -> PolicyModel | None:
        """Return the policy of the rollouts of a policy that searches, None for any other."""
        search = self.policy(name).search
        return self.policies[search.script] if search else None


def variant_names(folder: Path) -> list[str]:
    """Return the names of a ruleset's variants, sorted."""
    return sorted(path.stem for path in (folder / "variants").glob("*.yaml"))


def read_variants(folder: Path) -> dict[str, VariantFile]:
    """Return a ruleset's variants by name; DataError with the problems of all of them."""
    problems: list[Problem] = []
    variants = {}
    for name in variant_names(folder):
        document, broken = read_yaml(folder / "variants" / f"{name}.yaml")
        problems += broken
        model = _checked(VariantFile, document, problems)
        if model is not None:
            variants[name] = model
    if problems:
        raise DataError(problems)
    return variants


def load_data(
    name: str, models: Models, location: Location, variant: str | None = None, edits: tuple[str, ...] = ()
) -> RulesetData:
    """Read and check a ruleset's folder, with a variant and edits laid over it.

    Raises
    ------
    UsageError
        If the ruleset or the variant does not exist.
    DataError
        With every problem of every file, sorted by place.
    """
    folder = ruleset_folder(location, name)
    documents, problems = _read(folder, models.sides)
    all_edits: list[str] = []
    known_options = list(models.options.model_fields)
    if variant is not None:
        if variant not in variant_names(folder):
            raise UsageError(unknown("variant", variant, variant_names(folder)))
        document, broken = read_yaml(folder / "variants" / f"{variant}.yaml")
        problems += broken
        model = _checked(VariantFile, document, problems) if not broken else None
        if model is not None:
            problems += lay_over(list(model.set), documents, known_options, document.path)
            all_edits += model.set
    if not problems:
        problems += lay_over(list(edits), documents, known_options, Path("--set"))
        all_edits += edits
    about = _checked(RulesetFile, documents["ruleset"], problems)
    options = _checked(models.options, documents["options"], problems)
    policies = _checked(PoliciesFile, documents["policies"], problems)
    if policies is not None:
        problems += _check_policies(policies, documents["policies"], models)
    rules = options or models.options()  # broken options are told by themselves
    sides = {}
    for key in sorted(key for key in documents if key.startswith(f"{models.sides}.")):
        side = _checked(models.side, documents[key], problems)
        if side is not None:
            problems += [documents[key].problem(at, message) for at, message in models.check(rules, side)]
            sides[key.split(".", 1)[1]] = side
    if problems or about is None or options is None or policies is None:
        raise DataError(problems)
    if not models.sides:
        sides = policies_as_sides(models, policies)
    return RulesetData(
        name, about, location, variant, tuple(all_edits), options, models.nouns, sides, policies.policies,
        policies.standard, policies.second, documents, edits,
    )  # fmt: skip


def policies_as_sides(models: Models, file: PoliciesFile) -> dict[str, Any]:
    """Return a side for each policy, for a ruleset in which seats bring nothing else; its numbers are the options."""
    return {
        name: models.side(name=name, provenance=Provenance.RULEBOOK, source=policy.title)
        for name, policy in sorted(file.policies.items())
    }


def shared_names(data: RulesetData, folder: str) -> list[Problem]:
    """Return a warning for each side in a folder of side files that is called what another one is called."""
    files: dict[str, list[str]] = {}
    for stem, side in data.sides.items():
        files.setdefault(side.name, []).append(stem)
    found = []
    for name, stems in files.items():
        for stem in stems if len(stems) > 1 else ():
            others = ", ".join(f"{other}.yaml" for other in stems if other != stem)
            found.append(
                data.documents[f"{folder}.{stem}"].problem(
                    ("name",),
                    f"'{name}' is the name in {others} too, so reports cannot tell them apart; expected a name of its"
                    " own, and for a copy a provenance of its own",
                )
            )
    return found


def check_variants(name: str, models: Models, location: Location) -> list[Problem]:
    """Return the problems of every variant, each laid over the data by itself."""
    problems: list[Problem] = []
    for variant in variant_names(ruleset_folder(location, name)):
        try:
            load_data(name, models, location, variant)
        except DataError as error:
            problems += error.problems
    return problems


def _read(folder: Path, sides: str) -> tuple[dict[str, Document], list[Problem]]:
    paths = {stem: folder / f"{stem}.yaml" for stem in ("ruleset", "options", "policies")}
    if sides:
        paths |= {f"{sides}.{path.stem}": path for path in sorted((folder / sides).glob("*.yaml"))}
    documents: dict[str, Document] = {}
    problems: list[Problem] = []
    for key, path in paths.items():
        documents[key], broken = read_yaml(path)
        problems += broken
    if sides and len(paths) == 3:
        where = Document(folder / sides).place(())
        problems.append(Problem(where, f"no files; expected one YAML file for each of the {sides}"))
    return documents, problems


def _checked(model: type[M], document: Document, problems: list[Problem]) -> M | None:
    """Return the model of a document, adding what is wrong; a file that could not be read is already reported."""
    if any(problem.place.path == document.path and not problem.place.edit for problem in problems):
        return None
    instance, found = check_model(model, document)
    problems += found
    return instance


def _check_policies(file: PoliciesFile, document: Document, models: Models) -> list[Problem]:
    problems = []
    features = [feature.name.lower() for feature in models.features if feature]
    for level in ("standard", "second"):
        name = getattr(file, level)
        if name not in file.policies:
            problems.append(Problem(document.place((level,)), unknown("policy", name, file.policies)))
    for name, policy in file.policies.items():
        problems += _check_choices(name, policy, document, models)
        problems += _check_search(name, file, document)
        for feature in policy.weights:
            if feature not in features:
                where = document.place(("policies", name, "weights", feature, KEY))
                problems.append(Problem(where, unknown("feature", feature, features)))
    return problems


def _check_choices(name: str, policy: PolicyModel, document: Document, models: Models) -> Iterator[Problem]:
    at = ("policies", name, "choose")
    decisions = [decision.name.lower() for decision in models.decisions if decision]
    searched = [decision.name.lower() for decision in models.searched]
    for decision, mode in policy.choose.items():
        if decision not in decisions:
            yield Problem(document.place((*at, decision, KEY)), unknown("decision", decision, decisions))
        elif mode == SEARCH and decision not in searched:
            message = f"'{decision}' cannot be searched; expected one of {', '.join(MODES)}"
            yield Problem(document.place((*at, decision)), f"{message}, or search for {' or '.join(searched)}")
        elif mode == SEARCH and policy.search is None:
            message = f"'{name}' does not say how it searches; expected, beside 'choose', search: {{script: ...}}"
            yield Problem(document.place((*at, decision)), message)
        elif mode not in (*MODES, SEARCH):
            modes = (*MODES, SEARCH) if decision in searched else MODES
            yield Problem(document.place((*at, decision)), unknown("mode", mode, modes))
    if policy.search is None:
        for decision in decisions:
            if decision not in policy.choose:
                message = f"'{name}' does not say how to choose '{decision}'; expected one of {', '.join(MODES)}"
                yield Problem(document.place(at), message)


def _check_search(name: str, file: PoliciesFile, document: Document) -> Iterator[Problem]:
    policy = file.policies[name]
    if policy.search is None:
        return
    at = ("policies", name, "search")
    scripts = [other for other, model in file.policies.items() if model.search is None]
    if policy.search.script not in file.policies:
        yield Problem(document.place((*at, "script")), unknown("policy", policy.search.script, scripts))
    elif policy.search.script not in scripts:
        message = f"'{policy.search.script}' searches itself; expected one of {', '.join(scripts)}"
        yield Problem(document.place((*at, "script")), message)
    if SEARCH not in policy.choose.values():
        yield Problem(document.place((*at, KEY)), f"'{name}' searches nothing; expected 'search' for a decision")
    if policy.weights:
        message = f"'{name}' searches, so it takes the weights of its script; expected none of its own"
        yield Problem(document.place(("policies", name, "weights", KEY)), message)
