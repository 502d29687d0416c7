import type { EntrySource } from '@tributary/contracts/analytics';
import { ENTRY_KINDS } from '@tributary/contracts/live';
import { expect, it } from 'vitest';
import { topSources } from './sources.ts';

const site = (host: string, viewers: number): EntrySource => ({ kind: 'external', host, viewers });

it('keeps sites with the most viewers by name, and the others as one without a name', () => {
  expect(
    topSources([site('a.example', 9), site('b.example', 5), site('c.example', 4), site('', 3)], 21),
  ).toEqual([site('', 12), site('a.example', 9)]);
});

it('keeps all kinds, and passes no limit', () => {
  const sources = [
    ...ENTRY_KINDS.map((kind): EntrySource => ({ kind, host: '', viewers: 1 })),
    ...Array.from({ length: 500 }, (_, i) => site(`${i}.example`, 1)),
  ];
  const top = topSources(sources);
  expect(top.length).toBeLessThanOrEqual(60);
  expect(new Set(top.map(({ kind }) => kind)).size).toBe(ENTRY_KINDS.length);
  expect(top.reduce((sum, { viewers }) => sum + viewers, 0)).toBe(ENTRY_KINDS.length + 500);
});
