import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { END, fighters, losses, outcome, tally } from '../src/stage/battle';
import { beats, frameAfter, frameBefore, type BattleBeat, type Beat, type Frame } from '../src/stage/beats';
import { battleCues, cues, TIMES, type Pace } from '../src/stage/pace';
import { readerOf } from '../src/stage/readers';
import { isEmpty, summary } from '../src/stage/summary';
import type { LogLine } from '../src/wire';

const line = (number: number, event: object): LogLine => ({ number, text: '', event, at: 1000 + number });
const lines = (...events: object[]): LogLine[] => events.map((event, number) => line(number, event));

type Own = [number, number, number, number, boolean, number, number];
type Seen = [number, number, number, number, number, boolean, number];
const own = (block: number, hex: number, steps: number): Own => [block, hex, hex, steps, false, 0, 0];
const seen = (handle: number, hex: number, block = -1, steps = 0): Seen => [handle, 1, hex, block, steps, block >= 0, 0];

/** What the first side of EastFront sees. */
function view(ownBlocks: Own[], seenBlocks: Seen[], axis: number[], soviet: number[], unsupplied: number[] = []): object {
  return {
    viewer: 0, phase: 5, active: 1, axis_hexes: axis, soviet_hexes: soviet, unsupplied,
    blocks: { own: ownBlocks, seen: seenBlocks, open: [], secret: [] }, own: { flags: ownBlocks.map(() => 0) },
  };
}

const ROSTOV = 454;
const sideOf = (block: number): number => (block < 80 ? 0 : 1);
const know = { sideOf, worth: (hex: number) => (hex === ROSTOV ? 2 : 0) };

const STORM = lines(
  { type: 'phase', phase: 4, side: 1, month: 1, half: 1 },
  { type: 'moves_shown', side: 1, moves: [[9, 460, ROSTOV], [7, 470, 471], [8, -1, 480]] },
  { type: 'phase', phase: 5, side: 1, month: 1, half: 1 },
  { type: 'revealed', blocks: [[34, 3], [91, 3]] },
  { type: 'battle', hex: ROSTOV, active: 1, supported: true, assault: false },
  { type: 'rolled', hex: ROSTOV, kind: 'defensive', side: 0, block: 34, faces: [6, 2, 1], lowest: 6, hits: 1, repulses: 0 },
  { type: 'lost_step', block: 91, steps: 2, hex: ROSTOV, cause: 'battle' },
  { type: 'rolled', hex: ROSTOV, kind: 'offensive', side: 1, block: 91, faces: [5, 5], lowest: 5, hits: 2, repulses: 0 },
  { type: 'lost_step', block: 34, steps: 2, hex: ROSTOV, cause: 'battle' },
  { type: 'partial', block: 34, hits: 1, needed: 2 },
  { type: 'eliminated', block: 34, hex: ROSTOV, cause: 'battle' },
  { type: 'battle_closed', hex: ROSTOV, over: true },
  { type: 'supply', side: 0, unsupplied: 0 },
);
const BEFORE: Frame = { lines: 0, view: view([own(34, ROSTOV, 3)], [seen(9, 460)], [ROSTOV, 453], [460]) };
const MOVED: Frame = { lines: 2, view: view([own(34, ROSTOV, 3)], [seen(9, ROSTOV)], [ROSTOV, 453], [460]) };
const AFTER: Frame = { lines: 12, view: view([], [seen(9, ROSTOV, 91, 2)], [453], [460, ROSTOV]) };
const LAST: Frame = { lines: 13, view: AFTER.view };
const FRAMES = [BEFORE, MOVED, AFTER, LAST];

const story = beats('eastfront', STORM, FRAMES);
const battle = story.find((beat): beat is BattleBeat => beat.kind === 'battle')!;

describe('beats', () => {
  it('tell a turn in the order of the game', () => {
    expect(story.map((beat) => beat.kind)).toEqual(['phase', 'moves', 'phase', 'battle', 'place', 'supply']);
  });

  it('keep moves in the order in which they were sent', () => {
    const moves = story[1] as Extract<Beat, { kind: 'moves' }>;
    expect(moves.moves.map((move) => move.id)).toEqual(['h9', 'h7', 'h8']);
    expect(moves.side).toBe(1);
  });

  it('hang every loss on the throw that caused it', () => {
    expect(battle.throws.map((thrown) => thrown.losses.map((loss) => [loss.what, loss.block, loss.steps]))).toEqual([
      [['step', 91, 2]],
      [['step', 34, 2], ['half', 34, -1], ['destroyed', 34, 0]],
    ]);
    expect([battle.first, battle.last, battle.isOver]).toEqual([4, 11, true]);
  });

  it('learn from two views of mine that a place has changed hands, and from nothing else', () => {
    expect(story[4]).toMatchObject({ kind: 'place', side: 1, hexes: [ROSTOV], last: 11 });
    expect(beats('eastfront', STORM, [BEFORE]).some((beat) => beat.kind === 'place')).toBe(false);
  });

  it('are told from the view before to the view after', () => {
    expect(frameBefore(FRAMES, battle)).toBe(MOVED);
    expect(frameAfter(FRAMES, battle)).toBe(AFTER);
  });

  it('put one’s own moves of a phase together', () => {
    const mine = beats('eastfront', lines(
      { type: 'moved', block: 3, origin: 1, to: 2, mode: 'land' },
      { type: 'moved', block: 4, origin: 1, to: 3, mode: 'land' },
    ), [BEFORE]);
    expect(mine).toHaveLength(1);
    expect(mine[0]).toMatchObject({ kind: 'moves', side: 0, moves: [{ id: 'b3' }, { id: 'b4' }] });
  });

  it('tell moves once where the whole log has both the moves and the list of them', () => {
    const open = { lines: 0, view: { ...(BEFORE.view as object), viewer: -1 } };
    const phase = { type: 'phase', phase: 3, side: 1, month: 1, half: 1 };
    const list = { type: 'moves_shown', side: 1, moves: [[95, 7, 8]] };
    const whole = beats('eastfront', lines(phase, { type: 'moved', block: 95, origin: 7, to: 8, mode: 'land' }, list), [open]);
    expect(whole.map((beat) => beat.kind)).toEqual(['phase', 'moves']);
    expect(whole[1]).toMatchObject({ side: 1, moves: [{ id: 'b95', from: 7, to: 8 }] });
    expect(beats('eastfront', lines(phase, list, phase, list), [open]).map((beat) => beat.kind)).toEqual(['phase', 'moves', 'phase', 'moves']);
  });

  it('take fire outside a battle for that at units which leave one', () => {
    const [pursuit] = beats('eastfront', lines({ type: 'rolled', hex: 7, kind: 'pursuit', side: 0, block: 34, faces: [6], lowest: 6, hits: 1, repulses: 0 }), [BEFORE]);
    expect(pursuit).toMatchObject({ kind: 'battle', isPursuit: true, attacker: 1, hex: 7 });
  });

  it('tell rounds, captured places and retreats of the Blocks games', () => {
    const series = beats('blocks_in_the_east', lines(
      { type: 'battle', hex: 5, side: 0 },
      { type: 'round', hex: 5, round: 1 },
      { type: 'rolled', hex: 5, step: 'artillery', side: 0, shots: [[1, 2, 5], [-1, 1, 6]], faces: [5, 1, 6], hits: 2 },
      { type: 'half_hit', block: 90 },
      { type: 'round', hex: 5, round: 2 },
      { type: 'retreated', block: 90, origin: 5, to: 6 },
      { type: 'battle_closed', hex: 5 },
      { type: 'captured', side: 0, hexes: [5] },
    ), [{ lines: 0, view: { viewer: 0, phase: 7, active: 0, axis_hexes: [], marked: [], own: { flags: [] }, blocks: { own: [], seen: [], open: [], secret: [] } } }]);
    expect(series.map((beat) => beat.kind)).toEqual(['battle', 'place']);
    expect(series[0]).toMatchObject({ rounds: 2, attacker: 0 });
    expect((series[0] as BattleBeat).throws[0]!.losses.map((loss) => loss.what)).toEqual(['half', 'back']);
  });

  it('take a battle that waits for a second wave off the stage, and go on with it later', () => {
    const frame = { lines: 0, view: { viewer: 0, phase: 7, active: 0, axis_hexes: [], marked: [], own: { flags: [] }, blocks: { own: [], seen: [[3, 1, 5], [4, 0, 5]], open: [], secret: [] } } };
    const roll = { type: 'rolled', step: 'ground', side: 0, shots: [[1, 2, 5]], faces: [5, 1], hits: 1 };
    const series = beats('blocks_in_the_west', lines(
      { type: 'phase', side: 0, phase: 7 },
      { type: 'battle', hex: 5, side: 0 },
      { ...roll, hex: 5 },
      { type: 'battle_paused', hex: 5 },
      { type: 'battle', hex: 6, side: 0 },
      { ...roll, hex: 6 },
      { type: 'battle_paused', hex: 6 },
      { type: 'round', hex: 5, round: 2 },
      { ...roll, hex: 5 },
      { type: 'battle_closed', hex: 5 },
    ), [frame]).filter((beat): beat is BattleBeat => beat.kind === 'battle');
    expect(series.map(({ hex, rounds, isOver, isPaused }) => [hex, rounds, isOver, isPaused])).toEqual([[5, 1, true, true], [6, 1, true, true], [5, 2, true, false]]);
    expect(series.every(({ attacker, throws }) => attacker === 0 && throws.length === 1)).toBe(true);
    const sum = summary(series, [frame], { sideOf: () => 0, worth: () => 1 });
    expect(sum.battles.map(({ hex, rounds }) => [hex, rounds])).toEqual([[5, 2], [6, 1]]);
  });

  it.each([['eastfront', 'eastfront'], ['blocks_series', 'blocks_in_the_east'], ['proving_ground', 'proving_ground']])('have a rendering for every event of %s', (folder, title) => {
    const text = readFileSync(join(__dirname, `../../src/blockfront/games/${folder}/data/messages.toml`), 'utf8');
    const part = text.split(/^\[/m).find((one) => one.startsWith('events]')) ?? '';
    const events = [...part.matchAll(/^(\w+) = /gm)].map((match) => match[1]!);
    expect(events.length).toBeGreaterThan(10);
    expect(events.filter((event) => !(event in readerOf(title)))).toEqual([]);
  });

  it('name no block that is neither in the log nor in a view', () => {
    const told = new Set(JSON.stringify([STORM, FRAMES]).match(/\d+/g));
    for (const number of JSON.stringify(story).match(/\d+/g)!) expect(told.has(number) || Number(number) < 20 || Number(number) >= 1000).toBe(true);
  });
});

describe('a battle', () => {
  it('shows backs until the faces are turned', () => {
    const closed = fighters(battle, FRAMES, { isRevealed: false, throw: -1, loss: -1 }, sideOf);
    expect(closed.filter((one) => one.side === 1).map((one) => one.block)).toEqual([-1]);
    expect(closed.filter((one) => one.side === 0).map((one) => [one.block, one.steps])).toEqual([[34, 3]]);
  });

  it('shows steps as they are lost, one moment after the other', () => {
    const steps = (thrown: number, loss: number): unknown => fighters(battle, FRAMES, { isRevealed: true, throw: thrown, loss }, sideOf).map((one) => [one.block, one.steps, one.state]);
    expect(steps(0, -1)).toEqual([[34, 3, 'stands'], [91, 3, 'stands']]);
    expect(steps(0, 0)).toEqual([[34, 3, 'stands'], [91, 2, 'stands']]);
    expect(steps(1, 0)).toEqual([[34, 2, 'stands'], [91, 2, 'stands']]);
    expect(fighters(battle, FRAMES, END, sideOf).find((one) => one.block === 34)).toMatchObject({ state: 'destroyed', steps: 0, came: 3 });
  });

  it('ends as the view after it says', () => {
    expect(outcome(battle, FRAMES)).toBe('taken');
    expect(outcome(battle, [BEFORE, MOVED])).toBe('goes_on');
    expect(losses(battle, sideOf)).toEqual({ steps: [2, 1], destroyed: [34] });
  });

  it('counts dice, hits and what was to be expected', () => {
    const [mine, theirs] = tally(battle);
    expect([mine.dice, mine.hits, mine.expected]).toEqual([3, 1, 0.5]);
    expect(theirs.expected).toBeCloseTo(2 / 3);
  });
});

describe('the pace', () => {
  const pace: Pace = { isNear: (a, b, most) => Math.abs(a - b) <= most, isOfNote: () => true, isPlaceOfNote: () => true };

  it('gives a throw and each loss of it their moments', () => {
    expect(battleCues(battle, 0).map((cue) => cue.kind)).toEqual(['open', 'reveal', 'throw', 'loss', 'throw', 'loss', 'loss', 'loss', 'result']);
    expect(battleCues(battle, 0)[2]!.ms).toBe(TIMES.tumble + TIMES.settle + TIMES.rest + 2 * TIMES.die);
  });

  it('draws at most six moves of a neighbourhood at once, in their order', () => {
    const moves = [1, 2, 3, 4, 5, 5, 5, 50].map((to, number) => ({ id: `h${number}`, from: 0, to }));
    const found = cues([{ kind: 'moves', side: 1, moves, first: 0, last: 0, at: 0 }], pace);
    expect(found.map((cue) => [cue.from, cue.to])).toEqual([[0, 6], [6, 7], [7, 8]]);
  });

  it('takes about a minute at most, and keeps battles that one can follow', () => {
    const many: Beat[] = Array.from({ length: 25 }, () => battle);
    const moves = Array.from({ length: 400 }, (_, number) => ({ id: `h${number}`, from: 0, to: number * 10 }));
    const found = cues([{ kind: 'moves', side: 1, moves, first: 0, last: 0, at: 0 }, ...many], pace);
    const of = (beat: number): number => found.filter((cue) => cue.beat === beat).reduce((sum, cue) => sum + cue.ms, 0);
    expect(found.filter((cue) => cue.kind === 'arrows')).toHaveLength(1);
    expect(of(1)).toBeGreaterThan(2_300);
    expect(found.reduce((sum, cue) => sum + cue.ms, 0)).toBeLessThan(66_000);
  });

  it('says nothing of supply where everybody has it, and one line of a battle far from everybody', () => {
    expect(cues([story[5]!], pace)).toEqual([]);
    expect(cues([battle], { ...pace, isOfNote: () => false }).map((cue) => cue.kind)).toEqual(['result']);
  });
});

describe('the summary', () => {
  const sum = summary(story, FRAMES, know);

  it('tells battles, places and who was destroyed, each with its beat', () => {
    expect(sum.battles).toMatchObject([{ hex: ROSTOV, steps: [2, 1], outcome: 'taken', rounds: 1, faces: [34, 91] }]);
    expect(sum.places).toEqual([{ beat: 4, hex: ROSTOV, side: 1 }]);
    expect(sum.destroyed).toEqual([{ beat: 3, block: 34, side: 0 }]);
  });

  it('has the place that counts in its headline before the unit that was lost', () => {
    expect(sum.headline.map((one) => one.what)).toEqual(['place', 'destroyed']);
  });

  it('does not tell of a place that was lost and won again', () => {
    const back: Beat = { kind: 'place', side: 0, hexes: [ROSTOV], first: 20, last: 20, at: 0 };
    expect(summary([...story, back], FRAMES, know).places).toEqual([]);
  });

  it('says of a place that was won in the other side\'s turn that it was won, and not that it holds', () => {
    const repulsed: BattleBeat = { ...battle, attacker: 0, throws: [], losses: [], isOver: true };
    const told = summary([repulsed, { ...story[4]!, side: 1 } as Beat], [BEFORE, { ...BEFORE, lines: 12 }], know);
    expect(told.battles[0]).toMatchObject({ outcome: 'taken', attacker: 1 });
    expect(told.headline.map((one) => one.what)).toEqual(['place']);
  });

  it('calls no turn quiet in which a battle in open country was won', () => {
    const told = summary([battle], FRAMES, { sideOf, worth: () => 0 });
    expect(told.headline.map((one) => one.what)).toEqual(['destroyed', 'won']);
    const bloodless = summary([{ ...battle, throws: [] }], FRAMES, { sideOf, worth: () => 0 });
    expect(bloodless.headline).toEqual([{ what: 'won', hex: ROSTOV, side: 1, beat: 0 }]);
  });

  it('is empty where only open country changed hands', () => {
    const ground: Beat = { kind: 'place', side: 1, hexes: [1, 2], first: 0, last: 0, at: 0 };
    expect(isEmpty(summary([ground], FRAMES, know), know)).toBe(true);
    expect(isEmpty(sum, know)).toBe(false);
  });
});

it('tells moves that name their blocks as those of whoever has the turn, where nobody looks', () => {
  const truth = { ...view([], [], [], []), viewer: -1 };
  const story = beats('eastfront', lines({ type: 'phase', side: 1, phase: 4 }, { type: 'moved', block: 90, origin: 1, to: 2 }), [{ lines: 0, view: truth }, { lines: 2, view: truth }]);
  expect(story.find((beat) => beat.kind === 'moves')).toMatchObject({ side: 1 });
});

it('does not stand a headquarters that sends its aircraft among those who fight', () => {
  const shot = { type: 'rolled', hex: ROSTOV, side: 0, block: 70, faces: [6], lowest: 5, hits: 1, repulses: 0 };
  const told = lines({ type: 'phase', side: 0, phase: 5 }, { type: 'battle', hex: ROSTOV, active: 0 }, { ...shot, kind: 'air' }, { ...shot, kind: 'offensive', block: 5 });
  const frames: Frame[] = [{ lines: 0, view: view([own(5, ROSTOV, 4), own(70, 400, 2)], [], [], []) }];
  const battle = beats('eastfront', told, frames).find((beat): beat is BattleBeat => beat.kind === 'battle')!;
  expect(battle.throws).toHaveLength(2);
  expect(fighters(battle, frames, END, sideOf).map(({ block }) => block)).toEqual([5]);
});
