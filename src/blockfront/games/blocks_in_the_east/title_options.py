"""Options of Blocks in the East in the lobby: optional chapters and readings of other editions. Facts only."""

from typing import Final

from blockfront.core.options import Option, Preset
from blockfront.games.blocks_series.lobby import ADVANCED, shared_option

OPTIONS: Final = (
    Option(
        id=ADVANCED,
        name="Advanced game",
        explanation=(
            "Weather, production points of five colours, sieges, elite units, headquarters and rivers that limit zones of control. "
            "The long scenarios are always played so."
        ),
        clauses=("BE-8.0a", "BE-9.0a", "BE-10.0a", "BE-11.0a", "BE-12.1a", "BE-13.0a"),
    ),
    shared_option("terrain_details", "BE-14.0a", "BE-14.0b", "BE-14.0c", "BE-14.0e", "BE-14.0f"),
    Option(
        id="swift_cavalry",
        name="Cavalry at a gallop",
        explanation="Clear hexes cost cavalry one movement point in any weather.",
        clauses=("BE-14.0f", "BE-E78"),
        needs=("terrain_details",),
    ),
    Option(
        id="scorched_earth",
        name="Scorched earth",
        explanation=(
            "Soviet production centres are destroyed as they fall and must be repaired before they serve the Axis. Captured factories "
            "pay once. In 1941 the Soviets may send factories away by rail, to produce again in the East."
        ),
        clauses=("BE-16.0a", "BE-16.0b", "BE-16.0c", "BE-16.0d", "BE-16.1a", "BE-16.2a", "BE-16.2b", "BE-16.2c"),
        needs=(ADVANCED,),
    ),
    Option(
        id="strategic_bombing",
        name="Strategic bombing",
        explanation=(
            "At the start of a player's turn his enemy may bomb factories, centres, ports and railway stations behind the front; fighters "
            "and flak defend them. The damage lasts for the turn."
        ),
        clauses=("BE-32.0a", "BE-32.0b", "BE-32.0d", "BE-32.1a", "BE-32.2a", "BE-32.3a"),
        needs=(ADVANCED,),
    ),
    Option(
        id="classic_bombing",
        name="Strategic bombing as of old",
        explanation=(
            "The active player bombs, when his aircraft move and under command; guns and units of the target defend it. Ordinary bombers "
            "need reconnaissance. The damage lasts through the owner's next turn."
        ),
        clauses=("BE-32.0b", "BE-E98"),
        needs=("strategic_bombing",),
    ),
    Option(
        id="strategic_warfare",
        name="Strategic warfare",
        explanation=(
            "The Soviet player sends British and later American bombers to Germany, where interceptors and fighters meet them; submarines "
            "and bombers attack the convoys to Murmansk and Persia."
        ),
        clauses=("BE-35.0a", "BE-35.1a", "BE-35.1b", "BE-35.1c", "BE-35.1e", "BE-35.2a", "BE-35.2b"),
        needs=(ADVANCED, "lend_lease"),
    ),
    Option(
        id="new_factories",
        name="New factories",
        explanation=(
            "Both sides may build factories, a point a turn for ten turns; a die says where they stand. In the whole campaign ten of each "
            "side are half built at the start."
        ),
        clauses=("BE-15.0a", "BE-15.1a", "BE-15.1d", "BE-15.1g", "BE-SBE9h"),
        needs=(ADVANCED,),
    ),
    Option(
        id="tech_research",
        name="Research",
        explanation=(
            "TECH levels follow paid research instead of the calendar: a yellow point a turn and field, twenty turns to TECH 2 and "
            "thirty more to TECH 3. The Soviets have four more points a turn. Worth while in the campaign alone."
        ),
        clauses=("BE-17.0b", "BE-17.2a", "BE-E12"),
    ),
    Option(
        id="lend_lease",
        name="Lend-Lease",
        explanation=(
            "From September 1941 the Soviets receive red and blue points from abroad, over the Pacific, the Arctic and later Persia. "
            "They need no yellow ones beside them, cannot be saved, and build in any linked great city."
        ),
        clauses=("BE-34.0a", "BE-34.0b", "BE-34.0c", "BE-34.0d", "BE-34.0e"),
        needs=(ADVANCED,),
    ),
    Option(
        id="naval_transport",
        name="Naval transport",
        explanation=(
            "High commands other than those of Finland and Hungary, and the Soviet naval headquarters, send units from port to port on "
            "one sea. Where the enemy controls it too, a die tells whether they arrive."
        ),
        clauses=("BE-18.0a", "BE-18.0b", "BE-18.0c", "BE-18.1a", "BE-18.2a"),
        needs=(ADVANCED,),
    ),
    Option(
        id="marines",
        name="Marines",
        explanation=(
            "From March 1942 Soviet marines land on clear coasts within five hexes of the port in which they stand beside their naval "
            "headquarters. In the first round the defenders have a bonus and the marines a malus; they may go back to the ships."
        ),
        clauses=("BE-24.0a", "BE-24.0b", "BE-24.0c", "BE-24.0d", "BE-24.0e", "BE-24.0f", "BE-24.0g", "BE-24.0i"),
        needs=(ADVANCED,),
    ),
    shared_option("reconnaissance", "BE-19.0a", "BE-19.1a", "BE-19.1b", "BE-19.1c", "BE-19.1d", "BE-19.1e", "BE-19.2a"),
    Option(
        id="no_interception",
        name="Reconnaissance undisturbed",
        explanation="Anti-aircraft fire does not stop reconnaissance.",
        clauses=("BE-19.1c", "BE-E85"),
        needs=("reconnaissance",),
    ),
    shared_option("jericho", "BE-22.0a"),
    Option(
        id="cavalry_charge",
        name="Cavalry charge",
        explanation=(
            "In clear country and good weather cavalry may charge defenders without cavalry and armour: it fires before them, and their "
            "answer falls on it. Once in the game the Gruppo Barbò charges with three more dice."
        ),
        clauses=("BE-20.0a", "BE-20.0b", "BE-20.0c", "BE-20.0d", "BE-20.0e"),
    ),
    Option(
        id="panzer_attack",
        name="Panzer attack",
        explanation=(
            "In clear country and good weather armour may fire before defenders that have none; their answer falls on it. Tankettes of "
            "TECH 1 count for neither side."
        ),
        clauses=("BE-21.0a", "BE-21.0b", "BE-21.0c"),
    ),
    Option(
        id="reserves",
        name="Reserves",
        explanation=(
            "Headquarters may keep units of TECH 2 in reserve: motorised ones move in the Exploitation Phase instead of the Movement "
            "Phase, and armour waits for the enemy's attacks to come to their aid. The opponent does not see which units these are."
        ),
        clauses=("BE-31.0a", "BE-31.0b", "BE-31.0c", "BE-31.0d", "BE-31.0e", "BE-31.0f", "BE-31.0g", "BE-31.0h"),
        needs=(ADVANCED,),
    ),
    Option(
        id="partisans",
        name="Partisans",
        explanation=(
            "From September 1941 Soviet partisans rise along the railways behind the Axis front, the more the more cities are left without "
            "a garrison. One stops trains, two cut the ways over land and fight, three cut the railway itself."
        ),
        clauses=("BE-29.0a", "BE-29.0c", "BE-29.0d", "BE-29.1a", "BE-29.1d", "BE-29.1h", "BE-29.1i", "BE-29.1j", "BE-29.1k"),
    ),
    Option(
        id="garrisons",
        name="Garrisons",
        explanation=(
            "Three German security corps and two Slovak ones take part. The Soviets must watch every hex of the Turkish border at all "
            "times: whoever is needed there stays."
        ),
        clauses=("BE-27.0a", "BE-27.0b", "BE-27.0c"),
    ),
    Option(
        id="katyushas",
        name="Katyushas",
        explanation="Soviet artillery of TECH 2 fires with two more dice.",
        clauses=("BE-25.0a",),
    ),
    Option(
        id="gustav",
        name="Siege gun Gustav",
        explanation=(
            "Against fortresses and bunkers the gun fires better and without maluses, and finds room where a stack is full. It moves and "
            "attacks as armour does, on command."
        ),
        clauses=("BE-26.0a", "BE-26.0b", "BE-26.0c", "BE-26.0d", "BE-7.7.6p", "BE-3.10f", "BE-R52"),
        needs=(ADVANCED,),
    ),
    Option(
        id="volkssturm",
        name="Volkssturm",
        explanation="Once a Soviet ground unit has entered Germany, one destroyed German corps a turn rises again in a great German city.",
        clauses=("BE-28.0a", "BE-28.0b"),
    ),
    Option(
        id="volkssturm_per_city",
        name="Volkssturm in every city",
        explanation="A corps a turn is raised in every great German city, not only in one.",
        clauses=("BE-28.0b", "BE-E91"),
        needs=("volkssturm",),
    ),
    Option(
        id="chechens",
        name="Chechens",
        explanation=(
            "When the Axis holds Grozny, or from January 1942 on when no Soviet unit is there, the Axis may place the Chechen unit in the "
            "city, again after each loss. It lives by Grozny alone."
        ),
        clauses=("BE-30.0a", "BE-30.0b", "BE-30.0c"),
    ),
    Option(
        id="persia",
        name="Persia",
        explanation=(
            "In August 1941 Persia joins the Axis. When the Soviets take Teheran it surrenders, one of their units stays there for good, "
            "and nine months later Lend-Lease comes through it."
        ),
        clauses=("BE-37.0a", "BE-37.0b", "BE-37.0c", "BE-34.0f", "BE-R55"),
    ),
    Option(
        id="airborne",
        name="Airborne assaults",
        explanation=(
            "On the order of the FHQ or the Stavka parachutists of TECH 2 jump from their airfield onto clear hexes within five hexes, "
            "gliders behind a bomber. From TECH 3 on they also land in difficult ground, at the price of a hit."
        ),
        clauses=("BE-23.0a", "BE-23.0b", "BE-23.0c", "BE-23.0d", "BE-23.0e", "BE-23.0f", "BE-23.0h", "BE-R51"),
        needs=(ADVANCED,),
    ),
    Option(
        id="far_gliders",
        name="Gliders fly ten hexes",
        explanation="Glider infantry may land up to ten hexes away instead of five.",
        clauses=("BE-23.0b", "BE-E86"),
        needs=("airborne",),
    ),
    Option(
        id="plain_drops",
        name="Clear ground only",
        explanation="Airborne units of TECH 3 may not land in difficult ground either.",
        clauses=("BE-23.0h", "BE-E87"),
        needs=("airborne",),
    ),
    Option(
        id="first_winter",
        name="First winter",
        explanation=(
            "From December 1941 to March 1942 Axis units other than mountain troops and Finns fight with one more malus and draw supply "
            "over one hex; the Axis has fewer rail moves in two winters, and Soviet tanks move faster in the first."
        ),
        clauses=("BE-33.0a", "BE-33.0b", "BE-33.1a", "BE-33.2a"),
        needs=(ADVANCED,),
    ),
    Option(
        id="italian_surrender",
        name="Uncertain Italy",
        explanation="From July 1943 on a die decides each month whether Italy surrenders, instead of the fixed date.",
        clauses=("BE-36.0a",),
    ),
    Option(
        id="luftwaffe_supremacy",
        name="Luftwaffe supremacy",
        explanation=(
            "In June 1941 attacking Axis aircraft roll double dice in the first round of each battle, and every headquarters of the "
            "Luftwaffe that was active loses two steps. It matters in Barbarossa and the whole campaign."
        ),
        clauses=("BE-SBE5i", "BE-E114"),
        needs=(ADVANCED,),
    ),
    Option(
        id="open_caucasus",
        name="Open Caucasus",
        explanation="When its railway is cut, the Caucasus is supplied through every port, as any other coast is.",
        clauses=("BE-BSSo", "BE-E106"),
        needs=(ADVANCED,),
    ),
    Option(
        id="light_rain",
        name="Light rain",
        explanation=(
            "May and October bring good weather, light rain or rain, never the same as the variable month before. Light rain hinders "
            "movement, supply, aircraft and attacks less than rain."
        ),
        clauses=("BE-39.0a", "BE-39.0b", "BE-39.0c", "BE-39.0d", "BE-39.0e", "BE-39.0f"),
        needs=(ADVANCED,),
    ),
    shared_option("cancel_bonus_malus", "BE-7.7.6e", "BE-E48"),
    Option(
        id="river_bonus_for_any",
        name="One crossing is enough",
        explanation="Defenders behind a river or strait get their bonus even if only some of the attackers have crossed it.",
        clauses=("BE-7.7.6h", "BE-E49"),
    ),
    Option(
        id="three_air_units",
        name="Three air units in a battle",
        explanation="Each side may have three air units in a battle instead of two.",
        clauses=("BE-3.10d", "BE-E11"),
    ),
    Option(
        id="no_firepower_cap",
        name="Ones may hit",
        explanation="With enough bonuses even a rolled one hits.",
        clauses=("BE-R34",),
    ),
    Option(
        id="no_disband_refund",
        name="Nothing for disbanded units",
        explanation="Disbanding a unit brings no production point.",
        clauses=("BE-7.3.4c", "BE-E37"),
    ),
    Option(
        id="zero_steps_keep",
        name="Cut-off artillery keeps its steps",
        explanation="Units with a zero step lose nothing when they are still without supply at the end of a turn.",
        clauses=("BE-4.5c", "BE-E20"),
    ),
    Option(
        id="open_blocks",
        name="No fog of war",
        explanation="Type and steps of all units are open to both sides at all times; moves are still shown when a phase ends.",
        clauses=("BE-1.3b", "BE-1.3c", "BE-E5"),
    ),
    Option(
        id="unlimited_siege_supply",
        name="A besieged port feeds everybody",
        explanation="Besieged ports and capitals keep all units in them alive, not only one or four.",
        clauses=("BE-12.1b", "BE-E18"),
        needs=(ADVANCED,),
    ),
    Option(
        id="early_siege_surrender",
        name="No last step in a siege",
        explanation="A besieged unit surrenders as soon as only its last step is left.",
        clauses=("BE-12.1d", "BE-E132"),
        needs=(ADVANCED,),
    ),
    Option(
        id="yellow_marines",
        name="Marines for yellow points",
        explanation="Marines cost yellow points alone, no white ones.",
        clauses=("BE-11.0b", "BE-E64"),
        needs=(ADVANCED,),
    ),
    Option(
        id="open_allied_land",
        name="Supply through Romania and Hungary",
        explanation="Romanians and Hungarians may be supplied through each other's country; they still share no hex.",
        clauses=("BE-5.3f", "BE-E23"),
    ),
    Option(
        id="persistent_bombers",
        name="Long-range bombers stay",
        explanation="Soviet long-range bombers fight every round of a battle, not only the first.",
        clauses=("BE-6.3.2e", "BE-E32"),
    ),
    Option(
        id="rain_scramble",
        name="Aircraft rise in rain",
        explanation="In rain nobody flies missions, but aircraft based in a hex that is attacked take part in its battle.",
        clauses=("BE-9.2d",),
        needs=(ADVANCED,),
    ),
    Option(
        id="rail_up_to_zones",
        name="Trains stop at zones of control",
        explanation="Rail moves are stopped by zones of control rather than by every neighbouring enemy.",
        clauses=("BE-7.4d", "BE-E39"),
    ),
    Option(
        id="frozen_units_wake",
        name="Attacked units wake up",
        explanation="Units that are frozen in June 1941 may act once they have been attacked.",
        clauses=("BE-3.21e", "BE-E14"),
    ),
    Option(
        id="finnish_petsamo",
        name="Finnish Petsamo",
        explanation="Petsamo belongs to Finland from the start.",
        clauses=("BE-3.7b", "BE-E8", "BE-R7"),
    ),
)

PRESETS: Final = (
    Preset(
        id="mixed",
        name="All editions together",
        explanation="The readings this program takes by itself: the later editions, with what the German one makes clear.",
        clauses=("BE-E1",),
    ),
    Preset(
        id="de",
        name="German edition",
        explanation="The readings of the German rulebook where it differs.",
        options=(
            "no_interception",
            "no_disband_refund",
            "open_allied_land",
            "persistent_bombers",
            "plain_drops",
            "rail_up_to_zones",
            "river_bonus_for_any",
            "three_air_units",
            "unlimited_siege_supply",
            "zero_steps_keep",
        ),
        clauses=("BE-E1", "BE-E11", "BE-E18", "BE-E20", "BE-E23", "BE-E32", "BE-E37", "BE-E39", "BE-E49", "BE-E85", "BE-E87"),
    ),
    Preset(
        id="es",
        name="Spanish edition",
        explanation="The readings of the Spanish rulebook where it differs.",
        options=("early_siege_surrender", "open_allied_land", "open_caucasus", "rain_scramble"),
        clauses=("BE-E1", "BE-E23", "BE-E106", "BE-E132"),
    ),
    Preset(
        id="it",
        name="Italian edition",
        explanation="The readings of the Italian rulebook where it differs.",
        options=(
            "early_siege_surrender",
            "far_gliders",
            "frozen_units_wake",
            "no_disband_refund",
            "open_caucasus",
            "persistent_bombers",
            "plain_drops",
            "rain_scramble",
            "swift_cavalry",
            "unlimited_siege_supply",
            "volkssturm_per_city",
            "yellow_marines",
        ),
        clauses=("BE-E1", "BE-E14", "BE-E18", "BE-E32", "BE-E37", "BE-E64", "BE-E78", "BE-E86", "BE-E87", "BE-E91", "BE-E106", "BE-E132"),
    ),
)
