import { describe, expect, it } from 'vitest';
import { parseRoute } from '../src/state/parse-route';

describe('addresses', () => {
  it.each([
    ['', { page: 'home' }],
    ['#/', { page: 'home' }],
    ['#/new', { page: 'new', title: null, scenario: null }],
    ['#/new/eastfront/s43', { page: 'new', title: 'eastfront', scenario: 's43' }],
    ['#/account', { page: 'account' }],
    ['#/join/abc', { page: 'join', invitation: 'abc' }],
    ['#/rules/eastfront', { page: 'rules', title: 'eastfront', clause: null }],
    ['#/rules/eastfront/EF-7.34a', { page: 'rules', title: 'eastfront', clause: 'EF-7.34a' }],
    ['#/game/g1', { page: 'game', game: 'g1', token: null, tutorial: false }],
    ['#/game/g1/seat/secret', { page: 'game', game: 'g1', token: 'secret', tutorial: false }],
    ['#/game/g1/tutorial', { page: 'game', game: 'g1', token: null, tutorial: true }],
    ['#/nonsense', { page: 'home' }],
  ])('%s is understood', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route);
  });
});
