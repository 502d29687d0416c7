import { expect, it } from 'vitest';
import { createMemoryState } from '../shared-state/index.ts';
import { countNetwork } from './network-rate.ts';

const store = createMemoryState(() => 0).store('test');
const count = (of: string, network: string) => countNetwork(store, { of, network, windowMs: 1000, max: 2 });
const counts = async (of: string, networks: readonly string[]) => {
  const all: number[] = [];
  for (const network of networks) all.push((await count(of, network)).count);
  return all;
};

it('counts each network and each purpose separately', async () => {
  expect(await counts('a', ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])).toEqual([1, 2, 3, 1]);
  expect(await counts('b', ['192.0.2.1'])).toEqual([1]);
});

it('refuses the networks of an IPv6 site beyond four times the limit of one', async () => {
  const networks = Array.from({ length: 9 }, (_, index) => `2001:db8:1:${index}::/64`);
  expect(await counts('site', networks)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3]);
  expect(await counts('site', ['2001:db8:2:0::/64'])).toEqual([1]);
});

it('does not let one network use up the limit of its IPv6 site', async () => {
  const one = Array.from({ length: 20 }, () => '2001:db8:3:0::/64');
  expect((await counts('flood', one)).at(-1)).toBe(20);
  expect(await counts('flood', ['2001:db8:3:1::/64'])).toEqual([1]);
});
