"""Blocks in the East in the lobby: its scenarios and options. Facts only; nothing here loads the engine."""

from typing import Final

from blockfront.core.game import Scenario, Title
from blockfront.core.options import Preset
from blockfront.games.blocks_in_the_east.title_options import OPTIONS, PRESETS
from blockfront.games.blocks_series.lobby import ADVANCED, STANDING_ORDERS

_SCENARIOS: Final = (
    Scenario(
        id="sbe1",
        name="Road to Leningrad",
        summary=(
            "June to September 1941, from East Prussia through the Baltic states to Leningrad. The city was not to be taken but starved; "
            "behind the front the murder of the Baltic Jews began in the first week. A short game with two dozen blocks."
        ),
        length="4 months, about an hour",
        complexity=1,
        begins="1941-06",
    ),
    Scenario(
        id="sbe2",
        name="Road to Moscow",
        summary=(
            "June to September 1941 in the centre, where whole Soviet armies were encircled at Bialystok, Minsk and Smolensk. Most of the "
            "men taken prisoner that summer were dead by spring, of hunger."
        ),
        length="4 months, about an hour",
        complexity=1,
        begins="1941-06",
    ),
    Scenario(
        id="sbe3",
        name="Road to Rostov",
        summary=(
            "June to November 1941 in the Ukraine and on the Black Sea, with Romanian and Hungarian troops on the Axis side. In Kiev, "
            "Odessa and a hundred smaller towns the advance was followed by mass shootings."
        ),
        length="6 months, two to three hours",
        complexity=2,
        begins="1941-06",
    ),
    Scenario(
        id="sbe4",
        name="Short Barbarossa",
        summary=(
            "June to August 1941 on the whole front from the Arctic to the Black Sea: three months that cost the Soviet Union millions of "
            "soldiers and brought tens of millions of people under an occupation meant to starve or enslave them."
        ),
        length="3 months, three hours",
        complexity=2,
        begins="1941-06",
    ),
    Scenario(
        id="sbe5",
        name="Barbarossa",
        summary=(
            "June to November 1941 with headquarters, oil, weather and the shock of the first days. The plan behind the campaign counted "
            "the death of millions by hunger as a gain; by November the front stood before Leningrad, Moscow and Rostov and had failed."
        ),
        length="6 months, a long day",
        complexity=4,
        begins="1941-06",
        includes=(ADVANCED,),
    ),
    Scenario(
        id="sbe6",
        name="Case Blue",
        summary=(
            "June to November 1942: the Axis reaches for the oil of the Caucasus and the Volga, the Red Army learns to give ground and to "
            "strike back. Half a million Soviet soldiers died for Stalingrad, and tens of thousands of those who lived there."
        ),
        length="6 months, a long day",
        complexity=4,
        begins="1942-06",
        includes=(ADVANCED,),
    ),
    Scenario(
        id="sbe7",
        name="Operation Citadel",
        summary=(
            "June to November 1943, from the salient of Kursk to the Dniepr. The last great German attack in the East broke on prepared "
            "lines; what followed it was retreat, and the retreating army burned what it left behind."
        ),
        length="6 months, a long day",
        complexity=4,
        begins="1943-06",
        includes=(ADVANCED,),
    ),
    Scenario(
        id="sbe8",
        name="Operation Bagration",
        summary=(
            "June 1944 to June 1945, from Belorussia, where every fourth inhabitant was dead by then, to Berlin. On the way the Red Army "
            "opened the camps of Majdanek and Auschwitz, and its revenge fell on the civilians of the German East."
        ),
        length="13 months, a weekend",
        complexity=4,
        begins="1944-06",
        includes=(ADVANCED,),
    ),
    Scenario(
        id="sbe9",
        name="Codeword Dortmund",
        summary=(
            "The whole war in the East, June 1941 to June 1945, in forty-nine months. It killed some twenty-seven million people of the "
            "Soviet Union, most of them not soldiers, and it was fought to kill them. For those with much time."
        ),
        length="49 months, weeks of evenings",
        complexity=5,
        begins="1941-06",
        includes=(ADVANCED,),
    ),
)

_LEVELS: Final = (
    Preset(
        id="basic",
        name="Basic",
        explanation="The basic game, with what the scenario itself brings along.",
    ),
    Preset(
        id="advanced",
        name="Advanced",
        explanation="The advanced game: production, air bases, fleets, sieges and weather in full.",
        options=(ADVANCED,),
    ),
    Preset(
        id="tournament",
        name="Tournament",
        explanation=(
            "The advanced game with every chapter that gives both sides the same: terrain in detail, ships, Lend-Lease, factories, "
            "reserves."
        ),
        options=(ADVANCED, "terrain_details", "scorched_earth", "new_factories", "lend_lease", "naval_transport", "reserves"),
    ),
)

TITLE: Final = Title(
    id="blocks_in_the_east",
    name="Blocks in the East",
    rules=2,
    sides=("axis", "soviet"),
    scenarios=_SCENARIOS,
    levels=_LEVELS,
    options=OPTIONS,
    presets=PRESETS,
    standing_orders=STANDING_ORDERS,
    clause_prefixes=("BE",),
    publisher="VentoNuovo Games",
)
