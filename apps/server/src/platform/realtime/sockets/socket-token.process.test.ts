import {
  REALTIME_CLOSE,
  REALTIME_HEARTBEAT_MS,
  REALTIME_SUBPROTOCOL,
  REALTIME_TOKEN_PREFIX,
  topic,
} from '@tributary/contracts/realtime';
import type { Role } from '@tributary/contracts/shared';
import { userId } from '@tributary/contracts/shared';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { serveRealtime } from '../../../../test/support/realtime-harness.ts';
import { defineTopic } from '../topics/topics.ts';

const ADA = userId.parse('01890a5d-ac96-774b-bcce-b302099a8058');

afterEach(() => void vi.useRealTimers());

describe('an access token on a socket', () => {
  const inbox = topic({ name: 'inbox', access: 'viewer', personal: true, snapshot: z.string() });
  const studio = topic({ name: 'studio', access: 'streamer', personal: true, snapshot: z.string() });
  const topics = [inbox, studio].map((contract) => defineTopic(contract, { snapshot: async () => 'yours' }));
  const verify = async (token: string) => (token === 'of.ada' ? { userId: ADA, sessionId: 'ada' } : null);
  const offering = (token: string) => [REALTIME_SUBPROTOCOL, `${REALTIME_TOKEN_PREFIX}${token}`];

  it.each([
    [
      'as a subprotocol, of which the server chooses the other one',
      {},
      offering('of.ada'),
      REALTIME_SUBPROTOCOL,
    ],
    ['as a bearer token', { authorization: 'Bearer of.ada' }, [], ''],
  ])('opens a socket without reading the database, %s', async (_, headers, protocols, chosen) => {
    const authenticate = vi.fn(async () => null);
    const { connect } = await serveRealtime({ topics, authenticate, verify });
    const tab = await connect({ ...headers }, true, protocols);
    expect(tab.socket.protocol).toBe(chosen);
    tab.subscribe('inbox');
    expect(await tab.next()).toMatchObject({ topic: 'inbox', data: 'yours' });
    expect(authenticate).not.toHaveBeenCalled();
  });

  it('does not carry roles, which the database supplies for a topic that requires one', async () => {
    const roles: Role[] = ['streamer'];
    const authenticate = vi.fn(async () => ({ userId: ADA, roles }));
    const { connect } = await serveRealtime({ topics, authenticate, verify });
    const tab = await connect({}, true, offering('of.ada'));
    tab.subscribe('studio');
    expect(await tab.next()).toMatchObject({ topic: 'studio', data: 'yours' });
    expect(authenticate).toHaveBeenCalledTimes(1);
    roles.pop();
    const other = await connect({}, true, offering('of.ada'));
    other.subscribe('studio');
    expect(await other.next()).toMatchObject({ type: 'refused', code: 'forbidden' });
  });

  it('falls back to the cookie if it is invalid', async () => {
    const { connect } = await serveRealtime({
      topics,
      verify,
      authenticate: async ({ headers: { cookie } }) => (cookie === 'ada' ? { userId: ADA, roles: [] } : null),
    });
    const [known, visitor] = [
      await connect({ cookie: 'ada' }, true, offering('forged')),
      await connect({}, true, offering('forged')),
    ];
    for (const tab of [known, visitor]) tab.subscribe('inbox');
    expect(await known.next()).toMatchObject({ data: 'yours' });
    expect(await visitor.next()).toMatchObject({ type: 'refused', code: 'forbidden' });
  });

  it('is followed by a check of its session within a heartbeat, which closes the socket if the session is over', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { connect } = await serveRealtime({ topics, verify });
    const tab = await connect({}, true, offering('of.ada'));
    vi.advanceTimersByTime(REALTIME_HEARTBEAT_MS);
    expect(await tab.closed).toBe(REALTIME_CLOSE.sessionOver);
  });
});
