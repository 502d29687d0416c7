import { REALTIME_CLOSE } from '@tributary/contracts/realtime';
import type { Role } from '@tributary/contracts/shared';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ADA, BOB, counter, counterMessage, counters } from '../../../test/support/counter-topic.ts';
import { type Person, serveRealtime } from '../../../test/support/realtime-harness.ts';
import { defineTopic } from './topics/topics.ts';

/** A topic whose key `mine` is for streamers only. */
const forStreamers = defineTopic(counter, {
  authorize: (key, principal) => key !== 'mine' || principal?.roles.includes('streamer') === true,
  snapshot: async () => 1,
});

describe('a change of rights', () => {
  it('ends only the subscriptions that are no longer allowed', async () => {
    let roles: Role[] = ['streamer'];
    const { realtime, connect } = await serveRealtime({
      topics: [forStreamers],
      authenticate: async () => ({ userId: ADA, roles }),
    });
    const tab = await connect();
    for (const key of ['mine', 'open']) {
      tab.subscribe(`counter:${key}`);
      expect(await tab.next()).toEqual(counterMessage(key, 'snapshot', 1));
    }
    roles = [];
    await realtime.reauthenticate(ADA);
    expect(await tab.next()).toEqual({ type: 'refused', topic: 'counter:mine', code: 'forbidden' });
    realtime.topic(counter, 'mine').patch(2);
    realtime.topic(counter, 'open').patch(2);
    expect(await tab.next()).toEqual(counterMessage('open', 'patch', 2));
    expect(realtime.topic(counter, 'mine').listeners()).toBe(0);
    roles = ['streamer'];
    tab.subscribe('counter:mine');
    expect(await tab.next()).toEqual(counterMessage('mine', 'snapshot', 1));
  });

  it('closes a socket whose session is over, even if the event was missed', async () => {
    const present = new Map<string, Person | null>([
      ['ada', { userId: ADA, roles: [] }],
      ['bob', { userId: BOB, roles: [] }],
    ]);
    const { realtime, connect } = await serveRealtime({
      topics: [counters],
      authenticate: async ({ headers }) => present.get(headers.cookie ?? '') ?? null,
    });
    const [ada, bob, visitor] = [
      await connect({ cookie: 'ada' }),
      await connect({ cookie: 'bob' }),
      await connect(),
    ];
    present.delete('ada');
    await realtime.reauthenticate(ADA);
    expect(await ada.closed).toBe(REALTIME_CLOSE.sessionOver);
    present.delete('bob');
    await realtime.reauthenticateAll();
    expect(await bob.closed).toBe(REALTIME_CLOSE.sessionOver);
    expect(visitor.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('applies to a socket that is being authenticated at that moment', async () => {
    const asked = [Promise.withResolvers<Person | null>(), Promise.withResolvers<Person | null>()];
    let times = 0;
    const { realtime, connect } = await serveRealtime({
      topics: [forStreamers],
      authenticate: () => asked[times++]?.promise ?? Promise.resolve(null),
    });
    const connecting = connect();
    await expect.poll(() => times).toBe(1);
    await realtime.reauthenticate(ADA);
    asked[0]?.resolve({ userId: ADA, roles: ['streamer'] });
    asked[1]?.resolve(null);
    const tab = await connecting;
    tab.subscribe('counter:mine');
    expect(await tab.next()).toEqual({ type: 'refused', topic: 'counter:mine', code: 'forbidden' });
  });

  it('closes a socket that can no longer be authenticated', async () => {
    let away = false;
    const { realtime, connect, failures } = await serveRealtime({
      topics: [counters],
      authenticate: () =>
        away ? Promise.reject(new Error('away')) : Promise.resolve({ userId: ADA, roles: [] }),
    });
    const tab = await connect();
    away = true;
    await realtime.reauthenticateAll();
    expect(await tab.closed).toBe(REALTIME_CLOSE.restarting);
    expect(failures).toHaveLength(1);
  });
});
