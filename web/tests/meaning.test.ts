import { expect, it } from 'vitest';
import { meaning, type Asked } from '../src/stage/meaning';
import type { Aim, Layer, Overlay } from '../src/wire';

const layer = (name: string, side: number, rest: Partial<Layer>): Layer => ({ name, drawing: 'fill', hexes: [], lines: [], side, block: -1, value: 0, clause: '', ...rest });
const overlay = (...layers: Layer[]): Overlay => ({ kind: '', layers, is_guess: false });
const aim = {
  kind: 'points', counts: 0, balance: [0, 0], items: [], places: [{ hex: 5, points: 2, holder: 1 }],
  levels: [{ at_least: -9999, winner: 1, level: 'marginal' }, { at_least: -2, winner: -1, level: 'draw' }, { at_least: 3, winner: 0, level: 'marginal' }],
} as unknown as Aim;
const own = (block: number, hex: number, flags = 0): { row: number[]; flags: number } => ({ row: [block, hex, 0, 3], flags });
const seen = (handle: number, hex: number): number[] => [handle, 1, hex, -1, 0];
const view = (mine: ReturnType<typeof own>[], theirs: number[][], unsupplied: number[] = []): unknown => ({
  viewer: 0, blocks: { own: mine.map(({ row }) => row), seen: theirs }, own: { flags: mine.map(({ flags }) => flags) }, unsupplied,
});

const asked = (rest: Partial<Asked> = {}): Asked => ({
  title: 'eastfront', viewer: 0, hex: 5, attacker: 0, result: 'taken', aim, balance: null, rails: [], rail: null, supply: null, before: view([], []), after: view([], []), isNamed: () => true, ...rest,
});

it('tells by how much the balance moved, for whoever looks, and the level it has come to', () => {
  const balance = { before: [0, 2], after: [2, 6] } as Asked['balance'];
  expect(meaning(asked({ balance })).balance).toMatchObject({ change: 3, level: { winner: 0, level: 'marginal' } });
  expect(meaning(asked({ balance, viewer: 1 })).balance!.change).toBe(-3);
  expect(meaning(asked({ balance: { before: [0, 2], after: [0, 3] } })).balance!.level).toBeNull();
  expect(meaning(asked({ balance: { before: [1, 1], after: [1, 1] } })).balance).toBeNull();
  expect(meaning(asked()).balance).toBeNull(); // not known
});

it('tells whose a place that counts is now', () => {
  expect(meaning(asked()).place).toEqual({ side: 0, points: 2, isNew: true });
  expect(meaning(asked({ result: 'holds' })).place).toEqual({ side: 1, points: 2, isNew: false });
  expect(meaning(asked({ hex: 6 })).place).toBeNull();
});

it('follows the railways of the new master to places of name, and tells where those of the old one are cut', () => {
  const rail = overlay(layer('rail_net', 0, { lines: [[5, 4], [4, 3], [3, 2]] }), layer('rail_net', 1, { lines: [[6, 7], [8, 9]] }));
  const rails = [[5, 4], [4, 3], [3, 2], [5, 6], [6, 7], [5, 8], [8, 9]] as [number, number][];
  const isNamed = (hex: number): boolean => hex !== 4;
  expect(meaning(asked({ rail, rails, isNamed }))).toMatchObject({ opened: [3], cut: [6, 8] });
  expect(meaning(asked({ rail, rails: rails.slice(0, 5), isNamed })).cut).toEqual([]); // it only ended here
  expect(meaning(asked({ rail, rails, isNamed, result: 'holds' }))).toMatchObject({ opened: [], cut: [] });
});

it('tells who is without supply now and was not before, mine by name, others as blocks', () => {
  const supply = overlay(layer('cut_off', 0, { hexes: [1] }), layer('supplied', 1, { hexes: [20] }), layer('rail_supplied', 1, { hexes: [21] }));
  const before = view([own(7, 1), own(8, 1, 4)], [seen(3, 30), seen(4, 31)], [4]);
  const after = view([own(7, 1), own(8, 1, 4), own(9, 2)], [seen(3, 30), seen(4, 31), seen(5, 20), seen(6, 21)], [4]);
  expect(meaning(asked({ supply, before, after })).unsupplied).toEqual([
    { side: 0, blocks: [7], count: 1, hex: 1 },
    { side: 1, blocks: [], count: 1, hex: 30 },
  ]);
  expect(meaning(asked({ supply: null, before, after })).unsupplied).toEqual([]);
  expect(meaning(asked({ supply, before, after, viewer: -1 })).unsupplied).toEqual([]);
});
