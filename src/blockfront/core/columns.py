"""Game states as flat columns: copy, equality, bytes and JSON are generated from one list of fields.

    class State(Columns):
        location: Ints          # hex of each block
        steps: Bytes            # strength of each block
        control: Bits           # a hex set
        turn: int
        frames: Frames          # the decision stack
        derived: Derived        # facts computed from the rest; shared by copies, replaced on every write

A new field costs one line. `derived` takes no part in equality or serialisation.
"""

import hashlib
import sys
from typing import Annotated, Any, Self, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

Ints: TypeAlias = Annotated[list[int], "ints"]
Bytes: TypeAlias = Annotated[bytearray, "bytes"]
Bits: TypeAlias = Annotated[int, "bits"]
BitsList: TypeAlias = Annotated[list[int], "bits_list"]
Frame: TypeAlias = tuple[int, ...]
Frames: TypeAlias = Annotated[list[Frame], "frames"]
Derived: TypeAlias = Annotated[dict[Any, Any], "derived"]

_COPY = dict.fromkeys(("ints", "bytes", "bits_list", "frames"), "{}.copy()")  # half the time of a slice for short columns
_PACKED: dict[str, Any] = {
    "ints": list[int],
    "bytes": bytes,
    "bits": bytes,
    "bits_list": list[bytes],
    "frames": list[tuple[int, ...]],
    "int": int,
}
_PACK = {"bytes": "bytes({})", "bits": "pack_bits({})", "bits_list": "[pack_bits(x) for x in {}]"}
_UNPACK = {"bytes": "bytearray({})", "bits": "unpack_bits({})", "bits_list": "[unpack_bits(x) for x in {}]"}


def _pack_bits(value: int) -> bytes:
    return value.to_bytes((value.bit_length() + 7) // 8, "little")


def _unpack_bits(data: bytes) -> int:
    return int.from_bytes(data, "little")


def _kind(annotation: Any) -> str:
    if get_origin(annotation) is Annotated:
        return str(get_args(annotation)[1])
    if annotation is int:
        return "int"
    raise TypeError(f"a column is Ints, Bytes, Bits, BitsList, Frames, Derived or int, not {annotation!r}")


def _annotations(namespace: dict[str, Any]) -> dict[str, Any]:
    """The annotations of a class that is being built; from Python 3.14 on they are a function until somebody asks."""
    if sys.version_info >= (3, 14):
        import annotationlib

        annotate = annotationlib.get_annotate_from_class_namespace(namespace)
        return annotationlib.call_annotate_function(annotate, annotationlib.Format.FORWARDREF) if annotate else {}
    found: dict[str, Any] = namespace.get("__annotations__", {})
    return found


class _ColumnsType(type):
    """Gives the class slots for its annotated fields before it is built."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> "_ColumnsType":
        namespace.setdefault("__slots__", tuple(_annotations(namespace)))
        return super().__new__(mcs, name, bases, namespace)


class Columns(metaclass=_ColumnsType):
    """Base of every game state. Subclasses list their fields as annotations, nothing else."""

    _kinds: dict[str, str]
    _packed: type[msgspec.Struct]
    _copy: Any  # the four below are generated for every subclass
    _same: Any
    _pack: Any
    _unpack: Any
    __slots__ = ()

    def __init_subclass__(cls) -> None:
        cls._kinds = {field: _kind(hint) for field, hint in get_type_hints(cls, include_extras=True).items() if not field.startswith("_")}
        stored = {field: kind for field, kind in cls._kinds.items() if kind != "derived"}
        cls._packed = msgspec.defstruct(f"Packed{cls.__name__}", [(field, _PACKED[kind]) for field, kind in stored.items()])
        copies = "\n".join(f"    new.{f} = {_COPY.get(k, '{}').format(f'self.{f}')}" for f, k in cls._kinds.items())
        equal = " and ".join(f"self.{f} == other.{f}" for f in stored)
        packs = ", ".join(f"{f}={_PACK.get(k, '{}').format(f'self.{f}')}" for f, k in stored.items())
        unpacks = "\n".join(f"    new.{f} = {_UNPACK.get(k, '{}').format(f'packed.{f}')}" for f, k in stored.items())
        fresh = "\n".join(f"    new.{f} = {{}}" for f, k in cls._kinds.items() if k == "derived")
        source = (
            f"def copy(self):\n    new = allocate(cls)\n{copies}\n    return new\n"
            f"def same(self, other):\n    return {equal}\n"
            f"def pack(self):\n    return packed_type({packs})\n"
            f"def unpack(packed):\n    new = allocate(cls)\n{unpacks}\n{fresh}\n    return new\n"
        )
        scope: dict[str, Any] = {
            "cls": cls,
            "allocate": cls.__new__,
            "packed_type": cls._packed,
            "pack_bits": _pack_bits,
            "unpack_bits": _unpack_bits,
        }
        exec(source, scope)
        cls._copy, cls._same, cls._pack = scope["copy"], scope["same"], scope["pack"]
        cls._unpack = staticmethod(scope["unpack"])

    def __init__(self, **values: Any) -> None:
        if missing := self._kinds.keys() ^ values.keys():
            raise TypeError(f"{type(self).__name__} needs exactly its fields; differing: {', '.join(sorted(missing))}")
        for field, value in values.items():
            setattr(self, field, value)

    def copy(self) -> Self:
        new: Self = self._copy()
        return new

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (self.to_bytes(),)

    def pack(self) -> msgspec.Struct:
        """The columns as a struct that msgspec can write in any of its formats."""
        packed: msgspec.Struct = self._pack()
        return packed

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and bool(self._same(other))

    def to_bytes(self) -> bytes:
        return msgspec.msgpack.encode(self.pack())

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        new: Self = cls._unpack(msgspec.msgpack.decode(data, type=cls._packed))
        return new

    def digest(self) -> str:
        """A fingerprint: equal states have equal ones, on every machine."""
        return hashlib.sha256(self.to_bytes()).hexdigest()[:16]

    def to_json(self) -> bytes:
        return msgspec.json.encode(self.pack())

    @classmethod
    def from_json(cls, data: bytes) -> Self:
        new: Self = cls._unpack(msgspec.json.decode(data, type=cls._packed))
        return new

    def differences(self, other: Self) -> list[str]:
        """Names of the columns that differ, for error messages and tests."""
        return [f for f, k in self._kinds.items() if k != "derived" and getattr(self, f) != getattr(other, f)]

    def __repr__(self) -> str:
        """The plain numbers, and of everything longer how long it is: a position of 300 blocks fits on a few lines."""
        return f"{type(self).__name__}({', '.join(f'{f}={_short(getattr(self, f))}' for f, k in self._kinds.items() if k != 'derived')})"


def _short(value: Any) -> str:
    if isinstance(value, int):
        return str(value) if value.bit_length() <= 31 else f"<{value.bit_count()} bits>"
    return f"[{', '.join(map(_short, value))}]" if len(value) <= 4 else f"<{len(value)}>"
