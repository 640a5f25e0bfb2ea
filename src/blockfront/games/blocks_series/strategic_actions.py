"""Decisions of the strategic war."""

from blockfront.core.actions import Action


class Bomb(Action, frozen=True, tag="bomb"):
    """Send a raid to a target; `target` is a kind as numbered in `rules.ch35_strategic_warfare`."""

    hex: int
    target: int


class Sortie(Action, frozen=True, tag="sortie"):
    """An air unit joins a raid or takes off against one; a headquarters may have to send it."""

    hq: int
    block: int


class Recall(Action, frozen=True, tag="recall"):
    """An air unit breaks off the air combat of a raid and flies home."""

    block: int


class RestoreRadar(Action, frozen=True, tag="restore_radar"):
    """Pay a point to restore a radar station."""

    station: int


class NameRoute(Action, frozen=True, tag="name_route"):
    """Submarines of the North Atlantic attack what comes from America, or the convoys of the Commonwealth."""

    american: bool


class BuyAbroad(Action, frozen=True, tag="buy_abroad"):
    """Buy a red or blue point in America."""

    blue: bool


class AimRocket(Action, frozen=True, tag="aim_rocket"):
    """Aim rockets at a city."""

    hex: int


class AimRocketAtUnit(Action, frozen=True, tag="aim_rocket_at_unit"):
    """Aim rockets at a unit, known by its handle."""

    hex: int
    handle: int


class SendBomber(Action, frozen=True, tag="send_bomber"):
    """Send a bomber force of a distant ally to a hex; `bomber` is its number."""

    bomber: int
    hex: int


class Scramble(Action, frozen=True, tag="scramble"):
    """Send fighters against bombers over a hex; `unit` is an interceptor or fighter as numbered in `rules.ch35_air_war`."""

    unit: int
    hex: int


class RepairInterceptor(Action, frozen=True, tag="repair_interceptor"):
    """Buy a step of an interceptor force."""

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
