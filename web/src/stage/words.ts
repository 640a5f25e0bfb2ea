/** Beats in words: captions, headlines, texts for screen readers. Names come from the title's adapter, sentences from the catalogue. */
import { t } from '../i18n/index.svelte';
import { plainText } from '../i18n/rich';
import type { BoardFacts, TitleAdapter } from '../titles/title';
import type { LogLine } from '../wire';
import { losses, outcome, type Outcome } from './battle';
import type { BattleBeat, Beat, Frame, Loss, MovesBeat, Throw } from './beats';
import { levelText } from './aim-words';
import type { Meaning } from './meaning';
import type { Headline, Knowing } from './summary';

export interface Words {
  adapter: TitleAdapter;
  facts: BoardFacts;
  viewer: number;
  lines: readonly LogLine[];
}

/** "+4", "−1.5": a change in the reader's way of writing numbers. */
export function signed(value: number, digits = 0): string {
  const size = new Intl.NumberFormat(document.documentElement.lang || 'en', { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(Math.abs(value));
  return `${value < 0 ? '−' : '+'}${size}`;
}

export const nameOf = ({ facts }: Words, block: number): string => facts.block(block)?.name ?? t('block.unknown');

/** `you`, `they`, or a side's name for spectators. */
export function whose({ viewer }: Words, side: number): 'mine' | 'theirs' | 'other' {
  return viewer < 0 ? 'other' : side === viewer ? 'mine' : 'theirs';
}

export function knowing({ facts }: Pick<Words, 'facts'>): Knowing {
  return {
    sideOf: (block) => facts.block(block)?.side ?? -1,
    worth: (hex) => facts.worth(hex),
  };
}

/** The ground of a hex in a word: what stands there, else its terrain. */
export function groundName({ facts }: Pick<Words, 'facts'>, hex: number): string {
  const kind = ['capital', 'major', 'minor'].find((one) => facts.placesAt(hex).some((place) => place.kind === one));
  return kind ? t(`place.${kind}`) : t(`terrain.${facts.terrain.get(hex)?.terrain || 'clear'}`);
}

/** Places as a list in words, the most important first. */
function listed(words: Words, hexes: readonly number[], most = 3): string {
  const { facts } = words;
  const named = hexes.toSorted((a, b) => facts.worth(b) - facts.worth(a)).slice(0, most).map((hex) => facts.hexName(hex));
  const more = hexes.length - named.length;
  const list = new Intl.ListFormat(document.documentElement.lang || 'en', { type: 'conjunction' });
  return list.format(more > 0 ? [...named, t('story.more_places', { count: more })] : named);
}

function listedNames(names: readonly string[]): string {
  return new Intl.ListFormat(document.documentElement.lang || 'en', { type: 'conjunction' }).format(names);
}

function movesText(words: Words, beat: MovesBeat): string {
  const side = words.adapter.sideLabel(beat.side);
  const onMap = beat.moves.filter((move) => move.from >= 0 && move.to >= 0);
  const targets = [...new Set(onMap.map((move) => move.to))];
  if (!onMap.length) return t('story.appear', { side, count: beat.moves.length, places: listed(words, [...new Set(beat.moves.map((move) => move.to))]) });
  if (onMap.length === 1) {
    const [move] = onMap;
    const ends = { from: words.facts.hexName(move!.from), to: words.facts.hexName(move!.to) };
    return move!.id.startsWith('b')
      ? t('story.move_known', { block: nameOf(words, Number(move!.id.slice(1))), ...ends })
      : t('story.move_one', { side, ...ends });
  }
  return t('story.moves', { side, count: onMap.length, places: listed(words, targets) });
}

export function outcomeText(words: Words, battle: { hex: number; attacker: number; isPaused?: boolean }, result: Outcome): string {
  const place = words.facts.hexName(battle.hex);
  if (result === 'goes_on' && battle.isPaused) return t('story.waits', { place });
  const hasDefence = words.facts.worth(battle.hex) > 0;
  if (result === 'taken') {
    if (!hasDefence) return t('story.taken_field', { place, side: words.adapter.sideLabel(battle.attacker) });
    return t(whose(words, battle.attacker) === 'theirs' ? 'story.lost' : 'story.fallen', { place });
  }
  return t(`story.${result}`, { place });
}

/** Who a throw hits, in one sentence. */
export function lossText(words: Words, loss: Loss): string {
  const block = nameOf(words, loss.block);
  return t(`story.loss_${loss.what}`, { block, place: loss.to >= 0 ? words.facts.hexName(loss.to) : '', steps: loss.steps });
}

export function throwText(words: Words, thrown: Throw): string {
  const names = [...new Set(thrown.shots.map((shot) => (shot.block >= 0 ? nameOf(words, shot.block) : words.adapter.sideLabel(thrown.side))))];
  const block = names.length > 2 ? t('story.units', { count: names.length, side: words.adapter.sideLabel(thrown.side) }) : names.join(', ');
  const fire = t('story.fires', { block, dice: thrown.faces.length, faces: thrown.faces.join(', '), hits: thrown.hits });
  return [fire, ...thrown.losses.map((loss) => lossText(words, loss))].join(' ');
}

function battleText(words: Words, battle: BattleBeat, frames: readonly Frame[]): string {
  const place = words.facts.hexName(battle.hex);
  const know = knowing(words);
  const { steps, destroyed } = losses(battle, know.sideOf);
  const [first, second] = [words.adapter.sideLabel(0), words.adapter.sideLabel(1)];
  const result = battle.isOver ? outcomeText(words, battle, outcome(battle, frames)) : t('story.battle', { place });
  const lost = t('story.lost_steps', { first, second, firstLost: steps[0], secondLost: steps[1] });
  const gone = destroyed.length ? t('story.destroyed', { blocks: destroyed.map((block) => nameOf(words, block)).join(', '), count: destroyed.length }) : '';
  return [`${result}${/[.!?]$/.test(result) ? '' : '.'}`, steps[0] + steps[1] ? lost : '', gone].filter(Boolean).join(' ');
}

/** One sentence a beat. */
export function caption(words: Words, beat: Beat, frames: readonly Frame[]): string {
  const { adapter, facts, lines } = words;
  const line = lines.find((one) => one.number === beat.first);
  switch (beat.kind) {
    case 'moves':
      return movesText(words, beat);
    case 'command':
      return t('story.command', { block: nameOf(words, beat.block), place: beat.hex >= 0 ? facts.hexName(beat.hex) : '', hasPlace: beat.hex >= 0 ? 'yes' : 'no' });
    case 'battle':
      return battleText(words, beat, frames);
    case 'place':
      return placeText(words, beat.side, beat.hexes);
    case 'supply':
      return beat.count ? t('story.cut_off', { side: adapter.sideLabel(beat.side), count: beat.count }) : t('story.all_supplied', { side: adapter.sideLabel(beat.side) });
    case 'starved':
      return t(beat.gone ? 'story.starved_gone' : 'story.starved', { block: beat.block >= 0 ? nameOf(words, beat.block) : t('story.a_block'), place: facts.hexName(beat.hex) });
    default:
      return line ? plainText(adapter.eventText(line, facts)) : '';
  }
}

/** What was won or lost: "Orel is lost", "Rostov has fallen"; open country is named by nearby places. */
export function placeText(words: Words, side: number, hexes: readonly number[]): string {
  const { facts, adapter } = words;
  const notable = hexes.filter((hex) => facts.worth(hex) > 0);
  if (!notable.length) return t('story.ground', { side: adapter.sideLabel(side), places: listed(words, hexes) });
  return t(whose(words, side) === 'theirs' ? 'story.places_lost' : 'story.places_won', { side: adapter.sideLabel(side), count: notable.length, places: listed(words, notable, 4) });
}

export function ribbonText(words: Words, side: number, hex: number): string {
  return t(whose(words, side) === 'theirs' ? 'story.lost' : whose(words, side) === 'mine' ? 'story.ours' : 'story.fallen', { place: words.facts.hexName(hex) });
}

export function headlineText(words: Words, one: Headline): string {
  const place = 'hex' in one ? words.facts.hexName(one.hex) : '';
  const side = words.adapter.sideLabel(one.side);
  switch (one.what) {
    case 'place':
      return `${ribbonText(words, one.side, one.hex)}.`;
    case 'holds':
      return `${t('story.holds', { place })}.`;
    case 'destroyed':
      return t('story.destroyed', { blocks: nameOf(words, one.block), count: 1 });
    case 'cut':
      return t('story.cut_off', { side, count: one.count });
    case 'battle':
      return t('story.battle_goes_on', { place });
    case 'won':
      return t('story.battle_won', { side, place });
  }
}

/** What a battle means beyond its hex, a sentence and its sign for each thing. */
export function meaningTexts(words: Words, hex: number, { balance, place, opened, cut, unsupplied }: Meaning, attacker: number): { sign: string; text: string }[] {
  const { facts, adapter } = words;
  const of = (side: number): { who: string; side: string } => ({ who: whose(words, side), side: adapter.sideLabel(side) });
  const found: { sign: string; text: string }[] = [];
  const say = (sign: string, key: string, values: Parameters<typeof t>[1]): void => void found.push({ sign, text: t(`meaning.${key}`, values) });
  if (balance?.change) say('points', 'points', { change: signed(balance.change), count: Math.abs(balance.change) });
  if (balance?.level) say('points', 'level', { level: levelText(balance.level, adapter) });
  if (place) say('city', place.isNew ? 'place_new' : 'place_same', { place: facts.hexName(hex), points: place.points ?? 0, ...of(place.side) });
  if (opened.length) say('rail', 'opened', { places: listed(words, opened), ...of(attacker) });
  if (cut.length > 1) say('rail', 'cut', { first: facts.hexName(cut[0]!), second: facts.hexName(cut[1]!), ...of(1 - attacker) });
  for (const { side, blocks, count, hex: at } of unsupplied) {
    if (side === words.viewer) say('unsupplied', 'unsupplied_mine', { units: listedNames(blocks.map((block) => nameOf(words, block))), count });
    else say('unsupplied', 'unsupplied_theirs', { count, place: facts.hexName(at) });
  }
  return found;
}
