"""EastFront in the lobby: its scenarios and options. Facts only; nothing here loads the engine."""

from typing import Final

from blockfront.core.game import Scenario, StandingOrder, Title
from blockfront.core.options import Option, Preset, RetiredOption

_SCENARIOS: Final = (
    Scenario(
        id="edelweiss",
        name="Edelweiss",
        summary=(
            "July and August 1942 between Rostov, Stalingrad and the Caucasus, with a fixed set-up of two dozen blocks. "
            "The oil lay behind steppe and mountains. Cities on the way were bombed full of refugees, and behind the "
            "advance the Jews of the Caucasus were murdered within weeks. A short lesson, move by move."
        ),
        length="2 months, about an hour",
        complexity=1,
        begins="1942-07",
        suggests=("introduction",),
    ),
    Scenario(
        id="s41",
        name="Summer 1941: Barbarossa",
        summary=(
            "On 22 June 1941 Germany broke its treaty and attacked the Soviet Union on a front from the Baltic to the "
            "Black Sea, to seize land and to enslave or kill those who lived on it. Whole armies were surrounded; most of "
            "the soldiers taken prisoner that summer were starved to death by spring. Shooting squads followed the "
            "front. The Soviet player must survive until winter."
        ),
        length="6 months, 5 to 6 hours",
        complexity=4,
        begins="1941-06",
    ),
    Scenario(
        id="w41",
        name="Winter 1941: Typhoon",
        summary=(
            "The German armies stand before Moscow without winter clothing, at the end of a supply line that no longer "
            "works; fresh Soviet armies strike back. Leningrad is cut off, and more than half a million of its people "
            "starve or freeze in this one winter while the city goes on working."
        ),
        length="6 months, 4 to 5 hours",
        complexity=3,
        begins="1941-12",
    ),
    Scenario(
        id="s42",
        name="Summer 1942: Blue",
        summary=(
            "Germany can attack on one sector only and chooses the south: grain, coal and the oil of the Caucasus. "
            "Millions flee eastwards for a second time, and millions who could not flee are deported to forced labour. "
            "Between Don and Volga a city of factories waits that neither side will give up."
        ),
        length="6 months, 5 to 6 hours",
        complexity=4,
        begins="1942-06",
    ),
    Scenario(
        id="w42",
        name="Winter 1942: Uranus",
        summary=(
            "Soviet armies close around Stalingrad while its ruins are still fought for, house by house, with civilians "
            "in the cellars. The Axis front along the Don, held by Romanian, Italian and Hungarian armies far from home, "
            "gives way. Of those caught in the pocket few came back."
        ),
        length="6 months, 4 to 5 hours",
        complexity=3,
        begins="1942-12",
    ),
    Scenario(
        id="s43",
        name="Summer 1943: Citadel",
        summary=(
            "Even forces, good weather, no surprises: the last summer in which Germany could choose where to attack, at "
            "Kursk. The retreat that followed burned villages, drove off people and cattle, and left the land between "
            "Orel and the Dnieper a desert. The best scenario to begin with after Edelweiss."
        ),
        length="5 months, 4 to 5 hours",
        complexity=2,
        begins="1943-07",
    ),
    Scenario(
        id="w43",
        name="Winter 1943: Crisis in the Ukraine",
        summary=(
            "The Red Army has crossed the Dnieper and does not stop for winter or mud. For the people of the western "
            "Ukraine the front passes over for the second or third time; Kiev, once a city of eight hundred thousand, is "
            "freed with a fifth of them left."
        ),
        length="6 months, 4 to 5 hours",
        complexity=3,
        begins="1943-12",
    ),
    Scenario(
        id="s44",
        name="Summer 1944: Bagration",
        summary=(
            "Army Group Centre, forbidden to withdraw, is destroyed in weeks. Belorussia, where every fourth inhabitant "
            "has died under the occupation, is freed; the front reaches the Vistula, Romania changes sides, and Warsaw "
            "rises, is left alone and razed."
        ),
        length="6 months, 4 to 5 hours",
        complexity=3,
        begins="1944-06",
    ),
    Scenario(
        id="w44",
        name="Winter 1944: Drive on Berlin",
        summary=(
            "The end: how many months until the Red Army crosses Poland? Every week of delay is another week of camps and "
            "death marches. Millions flee westwards from East Prussia and Silesia through the snow, and the revenge "
            "taken on many of them spares neither women nor children."
        ),
        length="6 months, 3 to 4 hours",
        complexity=4,
        begins="1944-12",
    ),
    Scenario(
        id="campaign",
        name="The whole war in the east",
        summary=(
            "From June 1941 to May 1945, each scenario running on into the next, unless one side wins decisively before. "
            "Some twenty-seven million Soviet citizens and millions on the other side did not live to see its end."
        ),
        length="48 months, several days",
        complexity=5,
        begins="1941-06",
    ),
)

_OPTIONS: Final = (
    Option(
        id="paratroops",
        name="Paratroops",
        explanation="The Soviet Paratroop Corps may drop behind the front on the order of a headquarters.",
        clauses=("EF-14.1a",),
    ),
    Option(
        id="sea_power",
        name="Sea power",
        explanation="Naval bases control the sea areas: moves and supply between ports, invasions and evacuations.",
        clauses=("EF-15.1a",),
    ),
    Option(
        id="west_weather_waits",
        name="Weather in the west waits for the Soviets",
        explanation=(
            "West of the front boundary in the Balkans the east's weather holds too until Soviet units have crossed the "
            "boundary. Without this option weather is determined separately there from the first month on."
        ),
        clauses=("EF-12.3a", "EF-12.3b"),
    ),
    Option(
        id="historical_deployment",
        name="Historical deployment",
        explanation=(
            "Summer 1941 and the campaign: every unit starts in the district or sector where it stood on 22 June 1941, "
            "instead of wherever its owner likes. Other scenarios have no such list."
        ),
        clauses=("EF-3.24d", "EF-S41.1a"),
        scenarios=("s41", "campaign"),
    ),
    Option(
        id="exchanges",
        name="Exchange of full stacks",
        explanation=(
            "A unit may end its move in a full hex if another one then leaves it in the same phase, so that stacks can be "
            "exchanged at the front. Without this option a move ends only where there is room."
        ),
        clauses=("EF-6.2a", "EF-6.22a"),
    ),
    Option(
        id="repulses_first",
        name="Repulses before hits",
        explanation=(
            "In an assault all defenders fire first; then all Repulses are made, and all hits fall on the attackers that are "
            "left. Without this option each defender's Repulses and hits are resolved before the next one fires."
        ),
        clauses=("EF-7.51e", "EF-R48"),
    ),
    Option(
        id="introduction",
        name="A first game",
        explanation=(
            "Edelweiss: units stay between the Donets, the Volga and the Caucasus, and Rostov and Maikop decide the game when August "
            "ends: both for the Axis, none for the Soviets, one is a draw. The book's scenario has neither limit nor victory; both "
            "are ours."
        ),
        clauses=("EF-EDW.0a",),
        scenarios=("edelweiss",),
    ),
    Option(
        id="one_year",
        name="One year",
        explanation="Play runs on into the next scenario with forces and positions as they stand, and ends with it.",
        clauses=("EF-3.12a",),
        scenarios=("s41", "w41", "s42", "w42", "s43", "w43", "s44"),
        excludes=("play_on",),
    ),
    Option(
        id="play_on",
        name="To the end of the war",
        explanation="Play runs on through all following scenarios, unless one of them ends with a decisive victory.",
        clauses=("EF-3.13a", "EF-3.14a"),
        scenarios=("s41", "w41", "s42", "w42", "s43", "w43", "s44"),
        excludes=("one_year",),
    ),
)

FIRE: Final = "fire_in_usual_order"
LOSSES: Final = "cheapest_losses"
DECLINE: Final = "decline_battles"
SUSTAIN: Final = "fortress_supply"

STANDING_ORDERS: Final = (
    StandingOrder(FIRE, "Fire in the usual order", "In battle all my units fire, the best firepower first."),
    StandingOrder(LOSSES, "Take losses where they are cheapest", "Among equally strong units the one whose step costs least is hit."),
    StandingOrder(DECLINE, "Decline optional battles", "In my turn only battles that must be fought are fought."),
    StandingOrder(SUSTAIN, "Fortress supply for the dearest unit", "Of equal units in a cut-off fortress the dearest is sustained."),
)

_LEVELS: Final = (
    Preset(
        id="basic",
        name="Basic",
        explanation="The rules of the book without its optional chapters.",
    ),
    Preset(
        id="advanced",
        name="Advanced",
        explanation="Paratroops and sea power take part.",
        options=("paratroops", "sea_power"),
    ),
    Preset(
        id="tournament",
        name="Tournament",
        explanation=(
            "As advanced; and where the scenario has a historical deployment everybody begins as in 1941, so that two games can be "
            "compared."
        ),
        options=("paratroops", "sea_power", "historical_deployment"),
    ),
)

TITLE: Final = Title(
    id="eastfront",
    name="EastFront",
    rules=2,
    retired=(RetiredOption(id="west_weather", instead="west_weather_waits", until=2),),
    sides=("axis", "soviet"),
    scenarios=_SCENARIOS,
    levels=_LEVELS,
    options=_OPTIONS,
    standing_orders=STANDING_ORDERS,
    clause_prefixes=("EF",),
    publisher="Columbia Games",
)
