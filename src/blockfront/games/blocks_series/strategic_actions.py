"""Decisions of the strategic war."""

from blockfront.core.actions import Action


class Bomb(Action, frozen=True, tag="bomb"):
    """A raid is sent to a target; `target` as `rules.ch35_strategic_warfare` numbers the kinds."""

    hex: int
    target: int


class Sortie(Action, frozen=True, tag="sortie"):
    """An air unit joins a raid, or rises against one; a headquarters may have to send it."""

    hq: int
    block: int


class Recall(Action, frozen=True, tag="recall"):
    """An air unit breaks off the air combat of a raid and flies home."""

    block: int


class RestoreRadar(Action, frozen=True, tag="restore_radar"):
    """A point for a radar station that is out."""

    station: int


class NameRoute(Action, frozen=True, tag="name_route"):
    """Submarines of the North Atlantic attack what comes from America, or the convoys of the Commonwealth."""

    american: bool


class BuyAbroad(Action, frozen=True, tag="buy_abroad"):
    """A red or blue point is bought in America."""

    blue: bool


class AimRocket(Action, frozen=True, tag="aim_rocket"):
    """Rockets are aimed at a city."""

    hex: int


class AimRocketAtUnit(Action, frozen=True, tag="aim_rocket_at_unit"):
    """Rockets are aimed at a unit, which goes by its handle."""

    hex: int
    handle: int


class SendBomber(Action, frozen=True, tag="send_bomber"):
    """A bomber force of a distant ally goes to a hex; `bomber` is its number."""

    bomber: int
    hex: int


class Scramble(Action, frozen=True, tag="scramble"):
    """Somebody rises against bombers over a hex; `unit` as `rules.ch35_air_war` numbers interceptors and fighters."""

    unit: int
    hex: int


class RepairInterceptor(Action, frozen=True, tag="repair_interceptor"):
    """Points for a step of an interceptor force."""

    interceptor: int


STRATEGIC_ACTIONS: tuple[type[Action], ...] = (
    Bomb,
    Sortie,
    Recall,
    RestoreRadar,
    NameRoute,
    BuyAbroad,
    AimRocket,
    AimRocketAtUnit,
    SendBomber,
    Scramble,
    RepairInterceptor,
)
