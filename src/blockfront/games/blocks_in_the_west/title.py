"""Blocks in the West in the lobby: its scenarios and options. Facts only; nothing here loads the engine."""

from typing import Final

from blockfront.core.game import Scenario, Title
from blockfront.core.options import Option, Preset
from blockfront.games.blocks_series.lobby import ADVANCED, STANDING_ORDERS, shared_option

_SCENARIOS: Final = (
    Scenario(
        id="sbw1",
        name="The Gothic Line",
        summary=(
            "April and May 1945 in northern Italy: two Allied armies break into the Po valley against a German army group without fuel "
            "and aircraft. Behind its lines partisans rise in the cities; in its retreat it had murdered whole villages. A first game."
        ),
        length="2 months, under an hour",
        complexity=1,
        begins="1945-04",
    ),
    Scenario(
        id="sbw2",
        name="Ardennes 1944",
        summary=(
            "December 1944 and January 1945: the last German attack in the West, out of fog and forest towards Antwerp. It cost each side "
            "some eighty thousand men, and the people of the Ardennes their villages a second time that year."
        ),
        length="2 months, two hours",
        complexity=2,
        begins="1944-12",
    ),
    Scenario(
        id="sbw3",
        name="Fall Gelb",
        summary=(
            "May and June 1940: Germany attacks the neutral Netherlands, Belgium and Luxembourg on its way into France. Secret plans, the "
            "Maginot line, parachutes, Dunkirk; eight million people on the roads, and four years of occupation at the end."
        ),
        length="2 months, two to three hours",
        complexity=3,
        begins="1940-05",
    ),
    Scenario(
        id="sbw4",
        name="Husky",
        summary=(
            "July to September 1943: from Africa and Malta the Allies land in Sicily in two waves, with headquarters, mines and beaches, "
            "and go on to Italy. Mussolini falls, Italy changes sides; its soldiers who trusted the armistice were shot or deported."
        ),
        length="3 months, three to four hours",
        complexity=4,
        includes=(ADVANCED, "italian_surrender"),
        begins="1943-07",
    ),
    Scenario(
        id="sbw7",
        name="Stalemate",
        summary=(
            "July to November 1943: from the beaches of Sicily up the Italian boot, mountain by mountain, against Kesselring's rearguards. "
            "Italy changes sides and becomes a battlefield; in the south women, children and prisoners pay for the delay."
        ),
        length="5 months, four hours or more",
        complexity=4,
        includes=(ADVANCED, "italian_surrender"),
        suggests=("light_rain",),
        begins="1943-07",
    ),
    Scenario(
        id="sbw5",
        name="The Battle of Britain",
        summary=(
            "July to October 1940: the Luftwaffe against Fighter Command, radar stations, convoys and the question of a landing. Some "
            "fifteen hundred British and Allied airmen died, more than two thousand German ones; then the bombs fell on the cities."
        ),
        length="4 months, two hours",
        complexity=3,
        includes=(ADVANCED, "strategic_bombing", "convoys"),
        begins="1940-07",
    ),
    Scenario(
        id="sbw6",
        name="Victory in the West",
        summary=(
            "May to October 1940: from the attack on the Low Countries to the autumn over England, with headquarters, production in "
            "colours, bombers and convoys. France falls, or does not; Britain holds out, or does not."
        ),
        length="6 months, five to six hours",
        complexity=4,
        includes=(ADVANCED, "strategic_bombing", "convoys"),
        begins="1940-05",
    ),
    Scenario(
        id="sbw8",
        name="Overlord",
        summary=(
            "June and July 1944: the Allies land in Normandy with marines, parachutists and artificial harbours; German armour waits in "
            "reserve, misled about the place. Twenty thousand French civilians died in the fighting for their liberation."
        ),
        length="2 months, four hours",
        complexity=5,
        includes=(ADVANCED, "reserves"),
        begins="1944-06",
    ),
    Scenario(
        id="sbw9",
        name="Downfall (short)",
        summary=(
            "June to November 1944, the whole map: Normandy and Provence, Paris, the Gothic Line, to the gates of the Reich. Behind the "
            "front villages burn as they are freed; the deportation trains run until the last day."
        ),
        length="6 months, a long day",
        complexity=5,
        includes=(ADVANCED, "reserves"),
        suggests=("light_rain", "partisans"),
        begins="1944-06",
    ),
    Scenario(
        id="sbw10",
        name="Downfall",
        summary=(
            "June 1944 to May 1945: from the beaches of Normandy to the end of the Third Reich. In its last year more people died in "
            "Europe than in any before it, on the roads, in the camps, in cities that were defended for nothing."
        ),
        length="12 months, several evenings",
        complexity=5,
        includes=(ADVANCED, "reserves"),
        suggests=("light_rain", "partisans", "volkssturm"),
        begins="1944-06",
    ),
)

_OPTIONS: Final = (
    Option(
        id=ADVANCED,
        name="Advanced game",
        explanation=(
            "Weather, production points of five colours, sieges, elite units, headquarters where there are any, and rivers that limit "
            "zones of control. The long scenarios are always played so."
        ),
        clauses=("BW-8.0a", "BW-9.0a", "BW-10.0a", "BW-11.0a", "BW-12.1a", "BW-13.0a"),
    ),
    Option(
        id="light_rain",
        name="Light rain",
        explanation=(
            "In April and October light rain may fall, on the Mediterranean coast too. No weather comes twice running in these months."
        ),
        clauses=("BW-39.0a", "BW-39.0b", "BW-39.0c", "BW-39.0d"),
        needs=(ADVANCED,),
    ),
    shared_option("terrain_details", "BW-14.0c", "BW-14.0d", "BW-14.0e", "BW-14.0f", "BW-14.0g", "BW-14.0h"),
    Option(
        id="upgrades",
        name="Unit upgrades",
        explanation="From June 1940 the 19th Panzer Corps, full and in supply, may become Guderian's Panzer Group.",
        clauses=("BW-40.0b", "BW-40.0c", "BW-40.0d"),
        needs=(ADVANCED,),
        scenarios=("sbw6",),
    ),
    Option(
        id="further_upgrades",
        name="Upgrades of the joined game",
        explanation=(
            "The 3rd and 24th Infantry Corps and the 14th Motorised Corps may become Panzer corps for four red points each, the 19th "
            "Panzer Corps a Panzer Group, once each and whenever their player likes."
        ),
        clauses=("BW-40.0a", "BW-40.0c", "BW-40.0d", "BW-40.0e", "BW-R69"),
        needs=(ADVANCED,),
        scenarios=("sbw6",),
    ),
    Option(
        id="new_factories",
        name="New factories",
        explanation="Germany and Great Britain may build factories, a point a turn for ten turns; a die says where they stand.",
        clauses=("BW-15.0a", "BW-15.1a", "BW-15.1b", "BW-15.1c", "BW-15.1d"),
        needs=(ADVANCED,),
    ),
    shared_option("reconnaissance", "BW-19.0a", "BW-19.1a", "BW-19.1b", "BW-19.1c", "BW-19.1d", "BW-19.1e", "BW-19.2a"),
    shared_option("jericho", "BW-22.0a", "BW-22.0b"),
    Option(
        id="cavalry_charge",
        name="Cavalry charge",
        explanation=(
            "In clear country and good weather cavalry may charge defenders without cavalry and armour: it fires before them, and their "
            "answer falls on it."
        ),
        clauses=("BW-20.0a", "BW-20.0b", "BW-20.0c"),
    ),
    Option(
        id="panzer_attack",
        name="Panzer attack",
        explanation=(
            "In clear country and good weather armour may fire before defenders that have none; their answer falls on it. Light tanks of "
            "TECH 1 count for neither side."
        ),
        clauses=("BW-21.0a", "BW-21.0b", "BW-21.0c"),
    ),
    Option(
        id="elites",
        name="Elite units",
        explanation=(
            "SS units attack better, German parachutists defend better; Allied marines and parachutists do so at full strength. Combat "
            "units of the Western Allies below full strength fire as at TECH 1. SS units recover while Munich is held, a step a turn free."
        ),
        clauses=("BW-10.0a", "BW-10.0b", "BW-10.0g", "BW-10.0i", "BW-10.0j"),
    ),
    Option(
        id="river_zones",
        name="Rivers and cities limit zones",
        explanation="Zones of control do not cross rivers, nor reach into the enemy's major cities, bunkers and fortresses.",
        clauses=("BW-8.0a", "BW-8.0b"),
    ),
    Option(
        id="partisans",
        name="Partisans",
        explanation=(
            "Conquered countries raise partisans where the Axis leaves cities without a garrison, and Great Britain may pay for more. They "
            "stop trains and points, cut supply and bar retreats; French ones join a French army that comes."
        ),
        clauses=("BW-27.0a", "BW-27.0b", "BW-29.0b", "BW-29.0c", "BW-29.1a", "BW-29.1e", "BW-R61", "BW-R101"),
    ),
    Option(
        id="volkssturm",
        name="Volkssturm",
        explanation="Once an enemy ground unit has entered Germany, one destroyed German corps a turn rises again in a great German city.",
        clauses=("BW-28.0a", "BW-28.0b", "BW-R123"),
    ),
    Option(
        id="reserves",
        name="Units in reserve",
        explanation=(
            "Headquarters put units in reserve: infantry and armour that then moves with the exploiting armour, and armour that comes to "
            "battles and landings of the enemy's turn. Which units wait is a secret."
        ),
        clauses=("BW-31.0a", "BW-31.0b", "BW-31.0c", "BW-31.0d", "BW-31.0e", "BW-13.8.1d6"),
        needs=(ADVANCED,),
    ),
    shared_option("cancel_bonus_malus", "BW-7.7.6d", "BW-R34"),
    Option(
        id="strategic_bombing",
        name="Strategic bombing",
        explanation=(
            "At the start of a player's turn his enemy may bomb factories, centres, ports, railways and radar stations; headquarters "
            "send the bombers, fighters and flak defend. The damage lasts for the turn."
        ),
        clauses=("BW-32.0a", "BW-32.0b", "BW-32.0d", "BW-32.1a", "BW-32.2a", "BW-32.3a", "BW-32.4a"),
    ),
    Option(
        id="convoys",
        name="Convoys",
        explanation=(
            "In the British Strategic Warfare Phase submarines roll dice against the convoys; Great Britain buys in America or receives "
            "Lend-Lease."
        ),
        clauses=("BW-18.2.1a", "BW-34.0a", "BW-34.0b", "BW-34.0c", "BW-35.2a", "BW-35.2c", "BW-35.2e"),
        needs=(ADVANCED,),
    ),
    Option(
        id="italian_surrender",
        name="Italy gives up",
        explanation=(
            "Enemy units in Italy may cost Mussolini his office by a die; then the loss of Sicily, or of Corsica and Sardinia, makes Italy "
            "surrender. Germans who find Mussolini found a republic at Salò."
        ),
        clauses=("BW-36.0a", "BW-36.0b", "BW-36.0c", "BW-36.0d", "BW-36.1a", "BW-36.1c", "BW-36.1e"),
    ),
    Option(
        id="wonder_weapons",
        name="Wonder weapons",
        explanation=(
            "Flying bombs from June 1944 and rockets from September cost Great Britain points and units steps. Where Berlin and Peenemünde "
            "hold out in May 1945 the war goes on, at most to December."
        ),
        clauses=("BW-26.1a", "BW-26.1b", "BW-26.2a", "BW-26.2b", "BW-26.2c", "BW-26.3a", "BW-26.3b"),
    ),
    shared_option("open_blocks", "BW-1.3a"),
)

_LEVELS: Final = (
    Preset(
        id="basic",
        name="Basic",
        explanation="The basic game.",
    ),
    Preset(
        id="advanced",
        name="Advanced",
        explanation="The advanced game: weather, sieges, elite units, and rivers and cities that limit zones.",
        options=(ADVANCED,),
    ),
)

TITLE: Final = Title(
    id="blocks_in_the_west",
    name="Blocks in the West",
    sides=("axis", "allies"),
    scenarios=_SCENARIOS,
    levels=_LEVELS,
    options=_OPTIONS,
    standing_orders=STANDING_ORDERS,
    clause_prefixes=("BW",),
    rules=2,
    publisher="VentoNuovo Games",
)
