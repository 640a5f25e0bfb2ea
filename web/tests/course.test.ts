import { expect, it } from 'vitest';
import type { RecordsApi } from '../src/net/records';
import type { Beat } from '../src/stage/beats';
import { Course } from '../src/stage/course.svelte';

const beat = (kind: string, first: number, last: number): Beat => ({ kind, first, last }) as Beat;

it('moves the aim with the places of a story, and asks once', async () => {
  const asked: number[][] = [];
  const answer = [{ lines: 10, balance: [1, 3] }, { lines: 15, balance: [-2, 0] }];
  const records = { balances: (lines: number[]) => (asked.push(lines), Promise.resolve({ balances: answer })) } as unknown as RecordsApi;
  const course = new Course(records);
  const story = [beat('moves', 10, 12), beat('place', 13, 14), beat('supply', 16, 17)];
  course.follow(story, 10, 0);
  course.follow(story, 10, 0);
  await Promise.resolve();
  expect(asked).toEqual([[10, 15]]);
  expect(course.start).toEqual([1, 3]);
  expect(course.at(13)).toEqual([1, 3]); // the place is still to be told
  expect(course.at(15)).toEqual([-2, 0]);
});

it('asks nothing where nothing can have changed', () => {
  const records = { balances: () => expect.unreachable() } as unknown as RecordsApi;
  new Course(records).follow([beat('moves', 1, 3)], 1, null);
});
