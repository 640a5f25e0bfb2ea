/** The clause an event of the log comes from, by title: where to read why it happened. */

const EASTFRONT: Record<string, string> = {
  activated: 'EF-4.41a',
  battle: 'EF-4.43a',
  battle_closed: 'EF-7.21b',
  battles_chosen: 'EF-7.14a',
  beachhead: 'EF-15.51a',
  bought: 'EF-11.1b',
  defected: 'EF-16.1f',
  deployed: 'EF-3.24a',
  eliminated: 'EF-7.33d',
  game_ended: 'EF-17.3a',
  lost_step: 'EF-7.33a',
  mixed: 'EF-0.2a',
  partial: 'EF-7.34b',
  production_ended: 'EF-4.2a',
  released: 'EF-16.4a',
  revealed: 'EF-0.2b',
  rolled: 'EF-7.31a',
  scenario_ended: 'EF-17.2a',
  spent: 'EF-4.43c',
  starved: 'EF-10.4a',
  strikes_assigned: 'EF-13.1a',
  supply: 'EF-10.1a',
  surrendered: 'EF-16.1a',
  weather: 'EF-12.1b',
  went_back: 'EF-7.51c',
};

const BLOCKS: Record<string, string> = {
  battle: 'BE-7.7a',
  bought: 'BE-7.3.1a',
  captured: 'BE-3.3a',
  eliminated: 'BE-7.7.10a',
  game_ended: 'BE-7.11a',
  half_hit: 'BE-7.7.8b',
  lost_step: 'BE-7.7.8a',
  mixed: 'BE-1.3a',
  retreated: 'BE-7.7.15a',
  revealed: 'BE-1.3a',
  rolled: 'BE-7.7.5a',
  supply: 'BE-4.1a',
  weather: 'BE-9.0a',
};

/** The two books of the series number these rules alike. */
const IN_THE_WEST = Object.fromEntries(Object.entries(BLOCKS).map(([event, clause]) => [event, clause.replace('BE-', 'BW-')]));

export const EVENT_CLAUSES: Record<string, Record<string, string>> = {
  eastfront: EASTFRONT,
  blocks_in_the_east: BLOCKS,
  blocks_in_the_west: IN_THE_WEST,
  blocks_east_and_west: { ...IN_THE_WEST, eastern_weather: 'BW-9.0.2a' },
};
