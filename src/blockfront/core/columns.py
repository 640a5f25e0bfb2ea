"""Game states as flat columns: copy, equality, bytes and JSON are generated from one list of fields.

    class State(Columns):
        location: Ints                  # hex of each block
        steps: Bytes                    # strength of each block
        control: Bits                   # a hex set
        turn: int
        frames: StepFrames              # the decision stack
        tired: Bytes = like("steps")    # a column that came later has a default: older saved games get it
        derived: Derived                # facts computed from the rest; shared by copies, replaced on every write

A new field costs one line, which may also say who sees it (`core.secrecy`) and what it is called in saved games (`SavedAs`).
A column at its default is left out of bytes and digests, so a new one changes nothing that is saved.
`derived` takes no part in equality or serialisation. Saved bytes begin with the number of their format; `upgrades` convert older ones,
each from one format to the next.
"""

import hashlib
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, Self, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from blockfront.core import step_names
from blockfront.core.secrecy import Secrecy

Ints: TypeAlias = Annotated[list[int], "ints"]
Bytes: TypeAlias = Annotated[bytearray, "bytes"]
Bits: TypeAlias = Annotated[int, "bits"]
BitsList: TypeAlias = Annotated[list[int], "bits_list"]
Frame: TypeAlias = tuple[int, ...]
Frames: TypeAlias = Annotated[list[Frame], "frames"]
StepFrames: TypeAlias = Annotated[list[Frame], "step_frames"]  # the first number of each stands for a step, and is saved as its name
Derived: TypeAlias = Annotated[dict[Any, Any], "derived"]

_COPY = dict.fromkeys(("ints", "bytes", "bits_list", "frames", "step_frames"), "{}.copy()")  # half the time of a slice for short columns
_PACKED: dict[str, Any] = {
    "ints": list[int],
    "bytes": bytes,
    "bits": bytes,
    "bits_list": list[bytes],
    "frames": list[tuple[int, ...]],
    "step_frames": list[tuple[int | str, ...]],
    "int": int,
}
_BITS = "{0}.to_bytes(({0}.bit_length() + 7) // 8, 'little')"
_PACK = {"bytes": "bytes({})", "bits": _BITS, "bits_list": f"[{_BITS.format('x')} for x in {{}}]", "step_frames": "named({})"}
_UNPACK = {
    "bytes": "bytearray({})",
    "bits": "unpack_bits({})",
    "bits_list": "[unpack_bits(x) for x in {}]",
    "step_frames": "numbered({})",
}
_EMPTY: dict[str, Any] = {"ints": [], "bytes": bytearray(), "bits_list": [], "frames": []}

Upgrade: TypeAlias = Callable[[type["Columns"], dict[str, Any]], None]  # changes saved columns from one format to the next


class SavedAs(NamedTuple):
    """Annotates a column that was renamed with its earlier name, which saved games and digests keep."""

    name: str


class _Like:
    """A default column that is as long as another column."""

    def __init__(self, column: str, value: int) -> None:
        self.column = column
        self.value = value


def like(column: str, value: int = 0) -> Any:
    """The default of a column that has one value for each entry of another column."""
    return _Like(column, value)


def empty() -> Any:
    """The default of a column that is a list: the empty list."""
    return _Like("", 0)


def _unpack_bits(data: bytes) -> int:
    return int.from_bytes(data, "little")


def _kind(annotation: Any) -> str:
    words = [word for word in get_args(annotation)[1:] if isinstance(word, str)] if get_origin(annotation) is Annotated else []
    if words:
        return words[0]
    if annotation is int or get_args(annotation)[:1] == (int,):
        return "int"
    raise TypeError(f"a column is Ints, Bytes, Bits, BitsList, Frames, Derived or int, not {annotation!r}")


def _annotations(namespace: dict[str, Any]) -> dict[str, Any]:
    """The annotations of a class that is being built; from Python 3.14 on they are computed by a function."""
    if sys.version_info >= (3, 14):
        import annotationlib

        annotate = annotationlib.get_annotate_from_class_namespace(namespace)
        return annotationlib.call_annotate_function(annotate, annotationlib.Format.FORWARDREF) if annotate else {}
    found: dict[str, Any] = namespace.get("__annotations__", {})
    return found


class _ColumnsType(type):
    """Metaclass that gives the class slots for its annotated fields."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> "_ColumnsType":
        hints = _annotations(namespace)
        fields = [field for field, hint in hints.items() if get_origin(hint) is not ClassVar and not field.startswith("_")]
        inherited = {field: value for base in reversed(bases) for field, value in getattr(base, "_defaults", {}).items()}
        namespace["_defaults"] = {**inherited, **{field: namespace.pop(field) for field in fields if field in namespace}}
        namespace.setdefault("__slots__", tuple(fields))
        return super().__new__(mcs, name, bases, namespace)


class Columns(metaclass=_ColumnsType):
    """Base class of every game state. Subclasses only list their fields as annotations."""

    upgrades: ClassVar[tuple[Upgrade, ...]] = ()  # from format 1 to 2, from 2 to 3, …
    first_steps: ClassVar[tuple[str, ...]] = ()  # the steps by their places in format 1
    secrecy: ClassVar[dict[str, Secrecy]] = {}  # who sees a column, where it says so
    _kinds: ClassVar[dict[str, str]]
    _saved_as: ClassVar[dict[str, str]]
    _defaults: ClassVar[dict[str, Any]]
    _packed: type[msgspec.Struct]
    _same: Any
    _unpack: Any
    __slots__ = ()

    if TYPE_CHECKING:  # generated for every subclass, as are the two above

        def copy(self) -> Self: ...

        def pack(self) -> msgspec.Struct:
            """The columns as a struct that msgspec can write in any of its formats."""
            ...

        def differences(self, other: Self) -> list[str]:
            """Names of the columns in which two states differ."""
            ...

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        columns = {field: hint for field, hint in hints.items() if not field.startswith("_") and get_origin(hint) is not ClassVar}
        cls._kinds = {field: _kind(hint) for field, hint in columns.items()}
        cls.secrecy = {field: word for field, hint in columns.items() for word in get_args(hint)[1:] if isinstance(word, Secrecy)}
        cls._saved_as = {field: word.name for field, hint in columns.items() for word in get_args(hint)[1:] if isinstance(word, SavedAs)}
        scope = _generated(cls)
        for name in ("copy", "pack", "differences", "_same"):
            setattr(cls, name, scope[name])
        cls._unpack = staticmethod(scope["_unpack"])

    def __init__(self, **values: Any) -> None:
        missing = self._kinds.keys() - values.keys()
        if wrong := (missing - self._defaults.keys()) | (values.keys() - self._kinds.keys()):
            raise TypeError(f"{type(self).__name__} needs exactly its fields; differing: {', '.join(sorted(wrong))}")
        for field, value in values.items():
            setattr(self, field, value)
        for field in self._defaults:
            if field in missing:
                setattr(self, field, self._default(field))

    def _default(self, field: str) -> Any:
        default = self._defaults[field]
        if not isinstance(default, _Like):
            return default
        empty_one = _EMPTY[self._kinds[field]].copy()
        return empty_one + type(empty_one)([default.value]) * len(getattr(self, default.column)) if default.column else empty_one

    @classmethod
    def format(cls) -> int:
        """The number of the format in which states are saved at present."""
        return len(cls.upgrades) + 1

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (self.to_bytes(),)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and bool(self._same(other))

    def _columns(self, *, by_place: bool) -> bytes:
        packed = self.pack()
        if by_place:
            for field, kind in self._kinds.items():
                if kind == "step_frames":
                    setattr(packed, field, step_names.placed(getattr(self, field), self.first_steps))
        return msgspec.msgpack.encode(packed)

    def to_bytes(self, *, by_place: bool = False) -> bytes:
        """The state as bytes for saving; `by_place` writes steps by their places, for records of format 1."""
        columns = self._columns(by_place=by_place)
        return columns if by_place else bytes((self.format(),)) + columns

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The state from saved bytes of this format or an older one."""
        written, columns = (data[0], data[1:]) if data[:1] and data[0] < _FIRST_MAP else (1, data)
        if written > cls.format():
            raise msgspec.ValidationError(f"it was saved in format {written}; this program reads up to format {cls.format()}")
        if written == cls.format():
            new: Self = cls._unpack(msgspec.msgpack.decode(columns, type=cls._packed))
            return new
        saved = msgspec.msgpack.decode(columns, type=dict[str, Any])
        try:
            for upgrade in cls.upgrades[written - 1 :]:
                upgrade(cls, saved)
        except (LookupError, TypeError, ValueError) as error:
            raise msgspec.ValidationError(f"it cannot be brought from format {written} to {cls.format()}: {error!r}") from None
        upgraded: Self = cls._unpack(msgspec.convert(saved, cls._packed))
        return upgraded

    def digest(self, *, by_place: bool = False) -> str:
        """A fingerprint of the state, the same on every machine; `by_place` uses steps by their places, for records of format 1."""
        return hashlib.sha256(self._columns(by_place=by_place)).hexdigest()[:16]

    def to_json(self) -> bytes:
        return msgspec.json.encode(self.pack())

    @classmethod
    def from_json(cls, data: bytes) -> Self:
        new: Self = cls._unpack(msgspec.json.decode(data, type=cls._packed))
        return new

    @classmethod
    def has_frames(cls, column: str) -> bool:
        """Whether the column is a list of frames."""
        return cls._kinds[column] in ("frames", "step_frames")

    def __repr__(self) -> str:
        """The plain numbers, and the length of every longer column: a position of 300 blocks fits on a few lines."""
        return f"{type(self).__name__}({', '.join(f'{f}={_short(getattr(self, f))}' for f, k in self._kinds.items() if k != 'derived')})"


def _short(value: Any) -> str:
    if isinstance(value, int):
        return str(value) if value.bit_length() <= 31 else f"<{value.bit_count()} bits>"
    return f"[{', '.join(map(_short, value))}]" if len(value) <= 4 else f"<{len(value)}>"


_FIRST_MAP = 0x80  # saved columns of format 1 have no number before them: they begin with a map


def _is_default(field: str, default: Any) -> str:
    """Source code of the test whether a column has its default value."""
    if isinstance(default, _Like):
        return f"self.{field} == self._default('{field}')" if default.column else f"not self.{field}"
    return f"self.{field} == {default!r}"


def _generated(cls: type[Columns]) -> dict[str, Any]:
    """The generated methods of a class, which handle all its columns one after the other."""
    kinds, defaults = cls._kinds, cls._defaults
    stored = {field: kind for field, kind in kinds.items() if kind != "derived"}
    fields: list[Any] = []
    for field, kind in stored.items():
        fields.append((field, _PACKED[kind] | msgspec.UnsetType, msgspec.UNSET) if field in defaults else (field, _PACKED[kind]))
    cls._packed = msgspec.defstruct(f"Packed{cls.__name__}", fields, kw_only=True, rename=cls._saved_as)
    copies = "\n".join(f"    new.{f} = {_COPY.get(k, '{}').format(f'self.{f}')}" for f, k in kinds.items())
    equal = " and ".join(f"self.{f} == other.{f}" for f in stored)
    differing = "".join(f"    if self.{f} != other.{f}:\n        found.append('{f}')\n" for f in stored)
    packs = {f: _PACK.get(k, "{}").format(f"self.{f}") for f, k in stored.items()}
    packs |= {f: f"unset if {_is_default(f, defaults[f])} else {packs[f]}" for f in defaults}
    unpacks = {f: _UNPACK.get(k, "{}").format(f"packed.{f}") for f, k in stored.items()}
    unpacks |= {f: f"new._default('{f}') if packed.{f} is unset else {unpacks[f]}" for f in defaults}
    in_order = sorted(stored, key=lambda field: field in defaults)  # a default may be as long as another column
    fresh = "".join(f"    new.{f} = {{}}\n" for f, k in kinds.items() if k == "derived")
    source = (
        f"def copy(self):\n    new = allocate(cls)\n{copies}\n    return new\n"
        f"def _same(self, other):\n    return {equal}\n"
        f"def differences(self, other):\n    found = []\n{differing}    return found\n"
        f"def pack(self):\n    return packed_type({', '.join(f'{f}={p}' for f, p in packs.items())})\n"
        "def _unpack(packed):\n    new = allocate(cls)\n"
        + "".join(f"    new.{f} = {unpacks[f]}\n" for f in in_order)
        + f"{fresh}    return new\n"
    )
    scope: dict[str, Any] = {
        "cls": cls,
        "allocate": cls.__new__,
        "packed_type": cls._packed,
        "unpack_bits": _unpack_bits,
        "named": step_names.named,
        "numbered": step_names.numbered,
        "unset": msgspec.UNSET,
    }
    exec(source, scope)
    return scope
