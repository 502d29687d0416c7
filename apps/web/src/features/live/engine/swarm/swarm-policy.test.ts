import type { SwarmPolicy } from '@tributary/contracts/swarm';
import { expect, it, vi } from 'vitest';
import { StreamSwarm } from './stream-swarm.ts';
import type { SwarmEnd, SwarmListener } from './swarm-types.ts';

/** A peer that has joined under a policy, without a player. */
function joined(policy: SwarmPolicy) {
  const told: { listener?: SwarmListener } = {};
  const topic = {
    subscribe(listener: SwarmListener) {
      told.listener = listener;
      return () => {};
    },
    join: vi.fn(async () => ({ peers: 1, candidates: [], network: 0, iceServers: [] })),
    find: vi.fn(),
    signal: vi.fn(),
    report: vi.fn(),
    traffic: vi.fn(),
    leave: vi.fn(async () => {}),
  };
  const ends: SwarmEnd[] = [];
  new StreamSwarm({
    video: {} as HTMLVideoElement,
    policy,
    clock: { now: () => 0, after: () => () => {}, every: () => () => {} },
    topic,
    key: {} as CryptoKey,
    load: vi.fn(),
    loadText: vi.fn(),
    mayAskMirrors: false,
    connection: vi.fn(),
    isVisible: () => true,
    onEnded: (reason) => ends.push(reason),
  });
  const { listener = expect.fail() } = told;
  listener.opened({ policy, mirrors: [] });
  return { listener, topic, ends };
}

it('leaves the swarm once when its policy becomes that of a relay, so that it is joined anew', () => {
  const { listener, topic, ends } = joined('on');
  listener.changed({ policy: 'relay' });
  listener.expelled('off');
  expect(ends).toEqual(['policy']);
  expect(topic.leave).toHaveBeenCalledTimes(1);
});

it('leaves the swarm when addresses may be sent again', () => {
  const { listener, ends } = joined('relay');
  listener.changed({ policy: 'ask' });
  expect(ends).toEqual(['policy']);
});

it('stays in the swarm while a policy without a relay changes to another one, and with other numbers of peers', () => {
  const { listener, ends } = joined('ask');
  listener.changed({ policy: 'on' });
  listener.changed({ peers: 40 });
  expect(ends).toEqual([]);
});

it.each(['forbidden', 'banned', null] as const)(
  'does not come back after it was expelled as %s',
  (reason) => {
    const { listener, ends } = joined('on');
    listener.expelled(reason);
    expect(ends).toEqual(['final']);
  },
);
