import { expect, it } from 'vitest';
import { hexAt } from '../src/board/geometry';
import { plateMarkup } from '../src/board/plates';
import type { Geometry } from '../src/board/types';
import { cornerFor, topOf } from '../src/tutorial/corner';

const sheet: Geometry = { hex_width: 70, hex_height: 80, row_step: 60, columns: 26, rows: 28, width: 1855, height: 1700 };
const [west, middle, east] = [4, 5, 6].map((column) => hexAt(sheet, column, 8)!);
const below = [4, 5].map((column) => hexAt(sheet, column, 9)!);
const plates = [
  { hex: west!, name: 'Voroshilovgrad', worth: 2 },
  { hex: east!, name: 'Morozovskaya', worth: 2 },
  { hex: middle!, name: 'Kamensko', worth: 1 },
];
const names = (markup: string): string[] => [...markup.matchAll(/>([^<]+)<\/text>/g)].map(([, name]) => name!);

it('puts a name that has no room above its blocks below them, unless it would seem to name others', () => {
  expect(names(plateMarkup(sheet, plates, 1))).toContain('Kamensko');
  expect(names(plateMarkup(sheet, plates, 1, [west!, middle!, east!]))).toContain('Kamensko');
  expect(names(plateMarkup(sheet, plates, 1, [west!, middle!, east!, ...below]))).not.toContain('Kamensko');
});

it('leaves no place that counts without its name', () => {
  const all = plates.map((plate) => ({ ...plate, worth: 2 }));
  expect(names(plateMarkup(sheet, all, 1, [west!, middle!, east!, ...below]))).toHaveLength(3);
});

it('lays a card beside the tools at the left', () => {
  const map = { width: 1000, height: 700 };
  const card = { width: 400, height: 300 };
  // beyond the card if it lay at the edge, below it where it lies
  const point = { x: 480, y: 600 };
  expect(cornerFor(map, card, [point], 0, { width: 400, height: 100 })).not.toBe('bottom-left');
});

it('lays a card below a prompt that reaches over to its corner', () => {
  const map = { width: 930, height: 700 };
  const card = { width: 384, height: 270 };
  expect(topOf('top-right', map, card, 0, { width: 636, height: 78 })).toBe(78);
  expect(topOf('top-right', map, card, 0, { width: 300, height: 78 })).toBeLessThan(78);
  expect(topOf('top-left', map, card, 0, { width: 300, height: 78 })).toBe(78);
});
