/** Portraits for people without a look of their own, derived from their usernames. */
import type { Look } from '@tributary/demo-content/portrait';
import { createRandom } from './seeded-random.ts';

const GROUNDS = [
  '#0f6f8a',
  '#47356f',
  '#58384f',
  '#2f8a45',
  '#0f4a54',
  '#22305a',
  '#9a4a2a',
  '#35507a',
  '#6a2030',
];
const SKINS = ['#f0c6a0', '#e3b08a', '#d29a6e', '#b97a50', '#a86a44', '#8a5a3c', '#6f472f'];
const HAIRS = ['#15101a', '#2a1812', '#4a2a1c', '#6a4a2a', '#a8482e', '#c9a35c', '#c9c4bc', '#2c3a4a'];
const TOPS = [
  '#35c6c0',
  '#ffb45c',
  '#2b2a5c',
  '#ff8f6b',
  '#f4f1e8',
  '#8fe0b0',
  '#b23a3a',
  '#ffd98a',
  '#34405e',
];
const STYLES: readonly Look['style'][] = [
  'short',
  'long',
  'curls',
  'bun',
  'beard',
  'cap',
  'hood',
  'headphones',
];

export function lookOf(username: string): Look {
  const seed = [...username].reduce((sum, character) => sum * 31 + (character.codePointAt(0) ?? 0), 7);
  const random = createRandom(seed);
  return {
    ground: random.pick(GROUNDS),
    skin: random.pick(SKINS),
    hair: random.pick(HAIRS),
    top: random.pick(TOPS),
    style: random.pick(STYLES),
  };
}
