import { describe, expect, it } from 'vitest';
import { NATS, type NatClass, natPath } from './nat.ts';
import { Simulation } from './simulation.ts';

const CLASSES = NATS.map(({ nat }) => nat);
const reachedFrom = (nat: NatClass) => CLASSES.filter((other) => natPath(nat, other, false) !== null);

describe('hole punching', () => {
  it('connects all but those without UDP with a peer that has no NAT or accepts any port', () => {
    const all = CLASSES.filter((nat) => nat !== 'blocked');
    for (const nat of ['open', 'full-cone', 'restricted-cone'] as const)
      expect(reachedFrom(nat)).toEqual(all);
  });

  it('connects a symmetric NAT neither with another one nor with one that filters by port', () => {
    expect(reachedFrom('symmetric')).toEqual(['open', 'full-cone', 'restricted-cone']);
    expect(natPath('port-restricted-cone', 'port-restricted-cone', false)).toBe('direct');
  });

  it('works in both directions alike', () => {
    for (const a of CLASSES)
      for (const b of CLASSES)
        for (const hasRelay of [false, true]) expect(natPath(a, b, hasRelay)).toBe(natPath(b, a, hasRelay));
  });

  it('leaves to a TURN server only the pairs that it does not connect', () => {
    for (const a of CLASSES)
      for (const b of CLASSES) expect(natPath(a, b, true)).toBe(natPath(a, b, false) ?? 'relay');
  });
});

it('sends media through a TURN server only where there is one', () => {
  const setup = { seed: 3, peers: 16, warmUpSeconds: 5, seconds: 1 };
  expect(new Simulation(setup).run().relayedBytes).toBe(0);
  expect(new Simulation({ ...setup, hasRelay: true }).run().relayedBytes).toBeGreaterThan(0);
});
