/** A story in short: what was fought over, won, lost, destroyed and cut off. Numbers only; words are made where they are shown. */
import { losses, outcome, type Outcome } from './battle';
import { type BattleBeat, type Beat, type Frame } from './beats';

export interface BattleRow {
  beat: number;
  hex: number;
  rounds: number;
  attacker: number;
  steps: [number, number];
  destroyed: number[];
  outcome: Outcome;
  /** A unit of each side that shows who fought. */
  faces: [number | null, number | null];
}

export interface PlaceRow {
  beat: number;
  hex: number;
  side: number;
}

export interface Summary {
  battles: BattleRow[];
  places: PlaceRow[];
  destroyed: { beat: number; block: number; side: number }[];
  cut: { beat: number; id: string; hex: number; side: number }[];
  /** Steps each side lost, as far as they were seen. */
  steps: [number, number];
  /** At most two, those of the greatest worth first. */
  headline: Headline[];
}

export type Headline =
  | { what: 'place'; hex: number; side: number; beat: number }
  | { what: 'holds'; hex: number; side: number; beat: number }
  | { what: 'destroyed'; block: number; side: number; beat: number }
  | { what: 'cut'; hex: number; side: number; count: number; beat: number }
  | { what: 'battle'; hex: number; side: number; beat: number }
  | { what: 'won'; hex: number; side: number; beat: number };

export interface Knowing {
  sideOf(block: number): number;
  /** The importance of a place: 2 if it counts, 1 for a well-known town, 0 for others. */
  worth(hex: number): number;
}

function rowsOf(story: readonly Beat[], frames: readonly Frame[], know: Knowing): BattleRow[] {
  const rows = new Map<number, BattleRow>();
  const paused = new Set<number>();
  story.forEach((beat, number) => {
    if (beat.kind !== 'battle') return;
    const { steps, destroyed } = losses(beat, know.sideOf);
    const before = rows.get(beat.hex);
    if (before) {
      before.steps = [before.steps[0] + steps[0], before.steps[1] + steps[1]];
      before.destroyed.push(...destroyed);
      before.rounds = paused.has(beat.hex) ? beat.rounds : before.rounds + (beat.isPursuit ? 0 : beat.rounds);
      before.outcome = outcome(beat, frames);
    } else {
      rows.set(beat.hex, {
        beat: number, hex: beat.hex, rounds: beat.isPursuit ? 0 : beat.rounds, attacker: beat.attacker, steps, destroyed, outcome: outcome(beat, frames), faces: facesOf(beat, know),
      });
    }
    if (beat.isPaused) paused.add(beat.hex);
    else paused.delete(beat.hex);
  });
  return [...rows.values()];
}

/** Who took the most, else who fired first. */
function facesOf(battle: BattleBeat, know: Knowing): [number | null, number | null] {
  const named = [...battle.throws.flatMap((one) => one.losses.map((loss) => loss.block)), ...battle.throws.flatMap((one) => one.shots.map((shot) => shot.block))];
  const of = (side: number): number | null => named.find((block) => block >= 0 && know.sideOf(block) === side) ?? null;
  return [of(0), of(1)];
}

/** The final owner of each place that changed hands; places that came back are left out. */
function placesOf(story: readonly Beat[]): PlaceRow[] {
  const found = new Map<number, PlaceRow>();
  story.forEach((beat, number) => {
    if (beat.kind !== 'place') return;
    for (const hex of beat.hexes) {
      const before = found.get(hex);
      if (before && before.side !== beat.side) found.delete(hex);
      else found.set(hex, { beat: number, hex, side: beat.side });
    }
  });
  return [...found.values()];
}

function headline(rows: Omit<Summary, 'headline'>, know: Knowing): Headline[] {
  const all: [number, Headline][] = [
    ...rows.places.map((one): [number, Headline] => [know.worth(one.hex) * 10 + 10, { what: 'place', ...one }]),
    ...rows.battles
      .filter((one) => one.outcome === 'holds' || one.outcome === 'broken_off')
      .map((one): [number, Headline] => [know.worth(one.hex) * 10 + 4, { what: 'holds', hex: one.hex, side: 1 - one.attacker, beat: one.beat }]),
    ...rows.destroyed.map((one): [number, Headline] => [9, { what: 'destroyed', ...one }]),
    ...(rows.cut.length ? [[8, { what: 'cut', hex: rows.cut[0]!.hex, side: rows.cut[0]!.side, count: rows.cut.length, beat: rows.cut[0]!.beat }] as [number, Headline]] : []),
    // where a place of name was taken, that is said already
    ...rows.battles.filter((one) => one.outcome === 'taken' && !know.worth(one.hex)).map((one): [number, Headline] => [3, { what: 'won', hex: one.hex, side: one.attacker, beat: one.beat }]),
    ...rows.battles.filter((one) => one.outcome === 'goes_on').map((one): [number, Headline] => [2, { what: 'battle', hex: one.hex, side: one.attacker, beat: one.beat }]),
  ];
  // a stretch of country that nobody has a name for makes no headline while anything else does
  const worthy = all.filter(([, one]) => one.what !== 'place' || know.worth(one.hex) > 0);
  return worthy.sort(([first], [second]) => second - first).slice(0, 2).map(([, one]) => one);
}

/** Where a hex that was fought over has another owner in the end, that is what its battles have come to. */
function decided(battles: readonly BattleRow[], places: readonly PlaceRow[]): BattleRow[] {
  return battles.map((row) => {
    const won = places.find((place) => place.hex === row.hex);
    return won ? { ...row, outcome: 'taken', attacker: won.side } : row;
  });
}

export function summary(story: readonly Beat[], frames: readonly Frame[], know: Knowing): Summary {
  const places = placesOf(story);
  const battles = decided(rowsOf(story, frames, know), places);
  const steps: [number, number] = [0, 0];
  const destroyed: Summary['destroyed'] = [];
  const cut: Summary['cut'] = [];
  for (const row of battles) {
    steps[0] += row.steps[0];
    steps[1] += row.steps[1];
    for (const block of row.destroyed) destroyed.push({ beat: row.beat, block, side: know.sideOf(block) });
  }
  story.forEach((beat, number) => {
    if (beat.kind === 'supply') for (const one of beat.cut) cut.push({ beat: number, side: beat.side, ...one });
    if (beat.kind === 'starved' && beat.gone && beat.block >= 0) destroyed.push({ beat: number, block: beat.block, side: know.sideOf(beat.block) });
  });
  const rows = { battles, places, destroyed, cut, steps };
  return { ...rows, headline: headline(rows, know) };
}

/** Whether anything happened that is worth a page; a stretch of open country is not. */
export function isEmpty({ battles, places, destroyed, cut }: Summary, know: Knowing): boolean {
  return !battles.length && !destroyed.length && !cut.length && !places.some(({ hex }) => know.worth(hex) > 0);
}
