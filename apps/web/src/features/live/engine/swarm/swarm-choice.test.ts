import { expect, it } from 'vitest';
import { swarmRoute } from './swarm-choice.ts';

it.each([
  ['ask', null, null],
  ['ask', 'join', 'direct'],
  ['ask', 'relay', 'relay'],
  ['ask', 'decline', null],
  ['on', null, 'direct'],
  ['on', 'relay', 'relay'],
  ['on', 'decline', null],
  ['relay', null, 'relay'],
  ['relay', 'join', 'relay'],
  ['relay', 'decline', null],
] as const)(
  'with the policy %s and the choice %s, a stream is exchanged by the route %s',
  (policy, choice, route) => {
    expect(swarmRoute({ policy, hasRelay: true }, choice)).toBe(route);
  },
);

it('exchanges nothing with a viewer who wants a relay where there is none', () => {
  expect(swarmRoute({ policy: 'on', hasRelay: false }, 'relay')).toBeNull();
  expect(swarmRoute({ policy: 'relay', hasRelay: false }, 'join')).toBeNull();
  expect(swarmRoute({ policy: 'on', hasRelay: false }, 'join')).toBe('direct');
});
