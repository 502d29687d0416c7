import { expect, it } from 'vitest';
import { type Ranked, type RankedGroup, rankGroups } from './palette-ranking.ts';

const GROUPS: RankedGroup<Ranked>[] = [
  {
    heading: 'Pages',
    entries: [{ names: ['Start Streaming'] }, { names: ['About'] }, { names: ['Profile', 'account'] }],
  },
  {
    heading: 'Channels',
    entries: [
      { names: ['About Time', 'abouttime'], found: true },
      { names: ['Tide'], found: true },
    ],
  },
];
const ranked = (query: string) =>
  rankGroups(query, GROUPS).map(({ heading, entries }) => [heading, ...entries.map(({ names }) => names[0])]);

it('lists everything in the given order while nothing is typed', () => {
  expect(ranked(' ')).toEqual([
    ['Pages', 'Start Streaming', 'About', 'Profile'],
    ['Channels', 'About Time', 'Tide'],
  ]);
});

it('puts the page whose name was typed above channels that begin with it', () => {
  expect(ranked('ABOUT')).toEqual([
    ['Pages', 'About'],
    ['Channels', 'About Time', 'Tide'],
  ]);
});

it('puts channels whose name begins with what was typed above pages that only contain its letters', () => {
  expect(ranked('ti')[0]).toEqual(['Channels', 'Tide', 'About Time']);
});

it('keeps what the server found whatever its spelling, and drops pages that do not match', () => {
  expect(ranked('abuot tmie')).toEqual([['Channels', 'About Time', 'Tide']]);
});

it('finds pages by other words for them', () => {
  expect(ranked('account')[0]).toEqual(['Pages', 'Profile']);
});
