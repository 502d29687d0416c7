import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NetworkUsage } from './network-usage.ts';

it('never exceeds its limits by more than one amount, whatever is added and released', () => {
  const step = fc.record({
    network: fc.constantFrom('a', 'b', 'c', null),
    amount: fc.integer({ min: 1, max: 3 }),
    release: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const usage = new NetworkUsage({ total: 12, perNetwork: 5 });
      const held: { network: string | null; amount: number; release: () => void }[] = [];
      const sum = (network?: string | null) =>
        held
          .filter((entry) => network === undefined || entry.network === network)
          .reduce((total, { amount }) => total + amount, 0);
      for (const { network, amount, release } of steps) {
        if (release) {
          const entry = held.shift();
          entry?.release();
          // A second release changes nothing.
          entry?.release();
        } else if (usage.admits(network)) {
          held.push({ network, amount, release: usage.add(network, amount) });
        } else {
          expect(sum() >= 12 || (network !== null && sum(network) >= 5)).toBe(true);
        }
        expect(usage.total).toBe(sum());
        expect(sum()).toBeLessThan(12 + 3);
        for (const name of ['a', 'b', 'c']) expect(sum(name)).toBeLessThan(5 + 3);
      }
    }),
  );
});

it('limits the networks of an IPv6 site to four times the usage of one, and does not affect other sites', () => {
  const usage = new NetworkUsage({ total: 100, perNetwork: 5 });
  const held: (() => void)[] = [];
  for (let network = 0; network < 50; network += 1) {
    const name = `2001:db8:1:${network.toString(16)}::/64`;
    if (usage.admits(name)) held.push(usage.add(name));
  }
  expect(held).toHaveLength(20);
  expect(usage.admits('2001:db8:2:0::/64')).toBe(true);
  held[0]?.();
  expect(usage.admits('2001:db8:1:ff::/64')).toBe(true);
});
