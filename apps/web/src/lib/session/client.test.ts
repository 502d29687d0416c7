import type { SessionUser } from '@tributary/contracts/identity';
import { userId } from '@tributary/contracts/shared';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '../api/client.ts';
import { SessionClient, type SessionEvent } from './client.ts';
import type { Grant, TabMessage, Tabs } from './ports.ts';

const LIFETIME_MS = 600_000;
const ID = userId.parse('0199a000-0000-7000-8000-000000000001');
const OTHER = userId.parse('0199a000-0000-7000-8000-000000000002');

const userOf = (id: SessionUser['id'] = ID): SessionUser => ({
  id,
  username: 'ann',
  email: 'ann.tide@example.org',
  displayName: 'Ann',
  bio: '',
  avatar: null,
  roles: ['viewer', 'streamer'],
  primaryRole: 'streamer',
  streamerData: null,
});

const problem = (status: number, code = 'x', title = 'It failed.') =>
  new ApiProblem({ type: 'about:blank', title, status, code, instance: '' });
const unreachable = () => problem(0, 'network');
const refused = () => problem(401, 'unauthenticated');

/** A scripted network, in which each response arrives at once and in order. */
class Server {
  user: () => SessionUser | null = () => userOf();
  grant: () => Grant = () => ({
    accessToken: `token-${this.draws}`,
    expiresAt: Date.now() + LIFETIME_MS,
    userId: this.user()?.id ?? ID,
    email: 'ann.tide@example.org',
  });
  /** A promise that each token request waits for. */
  gate: () => Promise<unknown> = () => Promise.resolve();
  draws = 0;
  loads = 0;
  signOuts = 0;
  async draw(): Promise<Grant> {
    this.draws += 1;
    await this.gate();
    return this.grant();
  }
  async loadUser(): Promise<SessionUser | null> {
    this.loads += 1;
    return this.user();
  }
  parts: () => SessionUser = () => {
    throw new Error('Failed to fetch profile: It failed.');
  };
  async loadParts(): Promise<SessionUser> {
    return this.parts();
  }
  async signOut(): Promise<void> {
    this.signOuts += 1;
  }
}

/** A browser: a lock and a channel that its tabs share. Messages arrive after the lock is released. */
class Browser {
  readonly #listeners = new Map<object, (message: TabMessage) => void>();
  #turn: Promise<unknown> = Promise.resolve();
  #busy = 0;
  messages: TabMessage[] = [];

  tab(): Tabs {
    const me = {};
    return {
      post: (message) => {
        this.messages.push(message);
        for (const [tab, listener] of this.#listeners) {
          if (tab !== me) setTimeout(() => listener(structuredClone(message)), 5);
        }
      },
      onMessage: (listener) => void this.#listeners.set(me, listener),
      alone: (work) => {
        const waited = this.#busy > 0;
        this.#busy += 1;
        const turn = this.#turn
          .then(() => work(waited))
          .finally(() => {
            this.#busy -= 1;
          });
        this.#turn = turn.catch(() => null);
        return turn;
      },
    };
  }
}

class Page {
  visible = true;
  #listeners: (() => void)[] = [];
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }
  show(visible: boolean): void {
    this.visible = visible;
    for (const listener of this.#listeners) listener();
  }
}

function open(server = new Server(), browser = new Browser(), page = new Page()) {
  const client = new SessionClient({ server, tabs: browser.tab(), page });
  const events: SessionEvent[] = [];
  client.onEvent((event) => void events.push(event));
  client.start();
  return { client, server, browser, page, events, kinds: () => events.map(({ type }) => type) };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const settle = () => pass(0);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('beginning', () => {
  it('is loading, then signed in with a token', async () => {
    const { client, server, kinds } = open();
    expect(client.current).toEqual({ state: 'loading', user: null });
    await settle();
    expect(client.current).toEqual({ state: 'signed-in', user: userOf() });
    expect((await client.token())?.accessToken).toBe('token-1');
    expect([server.loads, server.draws]).toEqual([1, 1]);
    expect(kinds()).toEqual(['signed-in']);
  });

  it('requests the user once and no token if no user is signed in', async () => {
    const { client, server, kinds } = open(Object.assign(new Server(), { user: () => null }));
    await settle();
    expect(client.current.state).toBe('signed-out');
    expect(await client.token()).toBeNull();
    await pass(300_000);
    expect([server.loads, server.draws, kinds()]).toEqual([1, 0, []]);
  });

  it('is unknown while the server doesn’t respond, and recovers by itself', async () => {
    const server = new Server();
    server.user = () => {
      throw unreachable();
    };
    const { client } = open(server);
    await pass(2_999);
    expect(client.current.state).toBe('loading');
    await pass(1_000);
    expect(client.current.state).toBe('unknown');
    server.user = () => userOf();
    await pass(60_000);
    expect(client.current.state).toBe('signed-in');
  });
});

describe('ticks', () => {
  /** Milliseconds until the first token was refreshed. */
  async function replacedAfter(lifetime: number): Promise<number> {
    const server = new Server();
    server.grant = () => ({ accessToken: 't', expiresAt: Date.now() + lifetime, userId: ID, email: 'a@b.c' });
    open(server);
    await settle();
    for (let elapsed = 0; elapsed <= lifetime; elapsed += 30_000) {
      if (server.draws > 1) return elapsed;
      await pass(30_000);
    }
    throw new Error('Never.');
  }

  it('refresh a token at floor(msLeft / 30000) <= 3, and not a tick sooner', async () => {
    // 600 s - 480 s = 120 s is 4 ticks, not yet; at 510 s there are 90 s.
    expect(await replacedAfter(600_000)).toBe(510_000);
    // At 480 s there are 119.999 s, which is 3 whole ticks.
    expect(await replacedAfter(599_999)).toBe(480_000);
  });

  it('stop while the page is hidden, and run at once when it becomes visible', async () => {
    const { server, page } = open();
    await settle();
    page.show(false);
    await pass(580_000);
    expect(server.draws).toBe(1);
    page.show(true);
    await settle();
    expect(server.draws).toBe(2);
    await pass(30_000);
    expect(server.draws).toBe(2);
  });

  it('never start in a page that is hidden from the start', async () => {
    const page = new Page();
    page.visible = false;
    const { server } = open(new Server(), new Browser(), page);
    await pass(3_600_000);
    expect(server.draws).toBe(1);
  });

  it('reload the user after the page was hidden for a minute', async () => {
    const { client, server, page } = open();
    await settle();
    page.show(false);
    await pass(60_000);
    server.user = () => null;
    page.show(true);
    await settle();
    expect(client.current.state).toBe('signed-out');
  });
});

describe('token()', () => {
  it('refreshes with less than 90 s left, and not before', async () => {
    const { client, server, page } = open();
    await settle();
    page.show(false);
    await pass(LIFETIME_MS - 90_000);
    expect((await client.token())?.accessToken).toBe('token-1');
    await pass(1);
    expect((await client.token())?.accessToken).toBe('token-2');
    expect(server.draws).toBe(2);
  });

  it('refreshes once for concurrent calls', async () => {
    const { client, server, page, kinds } = open();
    await settle();
    page.show(false);
    await pass(LIFETIME_MS - 1_000);
    const tokens = await Promise.all([client.token(), client.token(), client.token()]);
    expect(tokens.map((token) => token?.accessToken)).toEqual(['token-2', 'token-2', 'token-2']);
    expect(server.draws).toBe(2);
    expect(kinds()).toEqual(['signed-in', 'token-refreshed']);
  });
});

describe('a refresh that fails', () => {
  /** Opens a signed-in, hidden page with `left` ms on the token, and a server that fails with `error`. */
  async function failing(left: number, error: ApiProblem) {
    const opened = open();
    await settle();
    opened.page.show(false);
    await pass(LIFETIME_MS - left);
    const { grant } = opened.server;
    opened.server.grant = () => {
      throw error;
    };
    return { ...opened, heal: () => Object.assign(opened.server, { grant }) };
  }

  it.each([0, 502, 503, 504])('is retried after 200 ms x 2^n within 30 s (status %i)', async (status) => {
    const { client, server } = await failing(80_000, problem(status));
    const startedAt = Date.now();
    const times: number[] = [];
    const { draw } = server;
    server.draw = async () => {
      times.push(Date.now() - startedAt);
      return draw.call(server);
    };
    const asked = client.token();
    await pass(60_000);
    await asked;
    expect(times).toEqual([0, 200, 600, 1_400, 3_000, 6_200, 12_600, 25_400]);
  });

  it.each([400, 404, 429, 500, 501])('is not retried (status %i)', async (status) => {
    const { client, server } = await failing(80_000, problem(status));
    expect((await client.token())?.accessToken).toBe('token-1');
    expect(server.draws).toBe(2);
  });

  it('keeps a valid token to its last millisecond', async () => {
    const { client, kinds } = await failing(1, problem(500));
    expect((await client.token())?.accessToken).toBe('token-1');
    expect(client.current.state).toBe('signed-in');
    expect(kinds()).toEqual(['signed-in']);
  });

  it('signs out with an expired token, and in again once the server responds', async () => {
    const { client, server, page, kinds, heal } = await failing(0, problem(500));
    server.user = () => {
      throw problem(500);
    };
    expect(await client.token()).toBeNull();
    expect(client.current.state).toBe('signed-out');
    expect(kinds()).toEqual(['signed-in', 'signed-out']);
    heal();
    server.user = () => userOf();
    page.show(true);
    await settle();
    expect(client.current.state).toBe('signed-in');
    expect(kinds()).toEqual(['signed-in', 'signed-out', 'signed-in']);
  });

  it('ends a session that the server refuses, even with a valid token', async () => {
    const { client, kinds } = await failing(80_000, refused());
    expect(await client.token()).toBeNull();
    expect(client.current.state).toBe('signed-out');
    expect(kinds()).toEqual(['signed-in', 'signed-out']);
  });

  it("doesn't mistake a captive portal's 403 for the server's", async () => {
    const { client } = await failing(80_000, problem(403, 'unexpected'));
    expect((await client.token())?.accessToken).toBe('token-1');
  });
});

describe('heldToken', () => {
  it('is the token while it is valid, without a refresh, and null once it has expired or without a sign-in', async () => {
    const { client, server, page } = open();
    expect(client.heldToken).toBeNull();
    await settle();
    expect(client.heldToken).toBe('token-1');
    page.show(false);
    await pass(LIFETIME_MS - 1);
    expect(client.heldToken).toBe('token-1');
    await pass(1);
    expect(client.heldToken).toBeNull();
    expect(server.draws).toBe(1);
    await client.token();
    expect(client.heldToken).toBe('token-2');
    await client.signOut();
    expect(client.heldToken).toBeNull();
  });
});

describe('isTokenExpiring', () => {
  it('holds in the last 90 s of a held token, and neither without one nor once it has expired', async () => {
    const { client, page } = open();
    expect(client.isTokenExpiring).toBe(false);
    await settle();
    page.show(false);
    await pass(LIFETIME_MS - 90_000);
    expect(client.isTokenExpiring).toBe(false);
    await pass(1);
    expect(client.isTokenExpiring).toBe(true);
    await client.token();
    expect(client.isTokenExpiring).toBe(false);
    await pass(LIFETIME_MS);
    expect(client.isTokenExpiring).toBe(false);
  });
});

describe('two tabs', () => {
  it('refresh once between them, although the message arrives after the lock is released', async () => {
    const server = new Server();
    server.gate = () => new Promise((resolve) => setTimeout(resolve, 20));
    const browser = new Browser();
    const [one, two] = [open(server, browser), open(server, browser)];
    await pass(1_000);
    const before = server.draws;
    await pass(LIFETIME_MS - 90_000);
    expect(server.draws).toBe(before + 1);
    const [first, second] = await Promise.all([one.client.token(), two.client.token()]);
    expect(first?.accessToken).toBe(second?.accessToken);
    expect([one.kinds(), two.kinds()]).toEqual([
      ['signed-in', 'token-refreshed'],
      ['signed-in', 'token-refreshed'],
    ]);
  });

  it("don't wait forever for a tab that failed", async () => {
    const server = new Server();
    const browser = new Browser();
    const [one, two] = [open(server, browser), open(server, browser)];
    await pass(1_000);
    for (const { page } of [one, two]) page.show(false);
    await pass(LIFETIME_MS - 60_000);
    const { grant } = server;
    let failures = 1;
    server.grant = () => {
      if (failures-- > 0) throw problem(500);
      return grant();
    };
    const tokens = Promise.all([one.client.token(), two.client.token()]);
    await pass(1_000);
    const [first, second] = await tokens;
    expect(first?.expiresAt).toBeLessThan(second?.expiresAt ?? 0);
  });

  it('sign out together', async () => {
    const browser = new Browser();
    const [one, two] = [open(new Server(), browser), open(new Server(), browser)];
    await pass(1_000);
    await one.client.signOut();
    await pass(10);
    expect([one.client.current.state, two.client.current.state]).toEqual(['signed-out', 'signed-out']);
    expect(two.kinds().at(-1)).toBe('signed-out');
    expect(two.server.signOuts).toBe(0);
  });

  it('sign in together, also as another user', async () => {
    const browser = new Browser();
    const server = new Server();
    server.user = () => null;
    const [one, two] = [open(server, browser), open(server, browser)];
    await pass(10);
    server.user = () => userOf();
    expect(await one.client.signedIn()).toEqual(userOf());
    await pass(500);
    expect(two.client.current.user?.id).toBe(ID);
    server.user = () => userOf(OTHER);
    await two.client.signedIn();
    await pass(500);
    expect(one.client.current.user?.id).toBe(OTHER);
    expect((await one.client.token())?.userId).toBe(OTHER);
    expect(one.kinds().filter((kind) => kind !== 'token-refreshed')).toEqual(['signed-in', 'signed-in']);
  });

  it('follow a tab that finds itself signed in, for example by a link in an email', async () => {
    const browser = new Browser();
    const server = new Server();
    server.user = () => null;
    const waiting = open(server, browser);
    await pass(10);
    server.user = () => userOf();
    open(server, browser);
    await pass(1_000);
    expect(waiting.client.current.user?.id).toBe(ID);
    // No further messages follow.
    expect(browser.messages.filter(({ type }) => type === 'signed-in')).toHaveLength(2);
  });

  it('update a changed user', async () => {
    const browser = new Browser();
    const server = new Server();
    const [one, two] = [open(server, browser), open(server, browser)];
    await pass(1_000);
    server.user = () => ({ ...userOf(), displayName: 'Annette' });
    await one.client.userUpdated();
    await pass(10);
    expect(two.client.current.user?.displayName).toBe('Annette');
    expect([one.kinds().at(-1), two.kinds().at(-1)]).toEqual(['user-updated', 'user-updated']);
  });
});

describe('signing out', () => {
  it('drops a pending token', async () => {
    const { client, server, page, browser } = open();
    await settle();
    page.show(false);
    await pass(LIFETIME_MS - 1_000);
    const held = Promise.withResolvers<void>();
    server.gate = () => held.promise;
    const asked = client.token();
    await settle();
    const { length } = browser.messages;
    await client.signOut();
    held.resolve();
    expect(await asked).toBeNull();
    expect(client.current.state).toBe('signed-out');
    expect(browser.messages.slice(length).map(({ type }) => type)).toEqual(['signed-out']);
  });

  it('leaves the user signed in if the server fails', async () => {
    const { client, server } = open();
    await settle();
    server.signOut = async () => {
      throw unreachable();
    };
    await expect(client.signOut()).rejects.toThrow(ApiProblem);
    expect(client.current.state).toBe('signed-in');
  });
});

describe("a profile that can't be loaded", () => {
  async function without(parts = new Server().parts) {
    const server = new Server();
    server.user = () => {
      throw problem(500);
    };
    server.parts = parts;
    server.grant = () => ({
      accessToken: 't',
      expiresAt: Date.now() + LIFETIME_MS,
      userId: ID,
      email: 'ann.tide@example.org',
    });
    const opened = open(server);
    await pass(40_000);
    return opened;
  }

  it('is read part by part', async () => {
    const { client, kinds } = await without(() => userOf());
    expect(client.current.user).toEqual(userOf());
    expect(kinds()).toEqual(['signed-in']);
  });

  it('is replaced by a viewer named after the email address if a part fails, which the event names', async () => {
    const { client, events } = await without(() => {
      throw new Error('Failed to fetch roles: No luck.');
    });
    expect(client.current).toMatchObject({
      state: 'signed-in',
      user: {
        id: ID,
        username: 'ann.tide',
        email: 'ann.tide@example.org',
        roles: ['viewer'],
        primaryRole: 'viewer',
      },
    });
    expect(events[0]).toEqual({ type: 'profile-failed', message: 'Failed to fetch roles: No luck.' });
  });

  it('is replaced by the real one as soon as it loads', async () => {
    const { client, server, kinds } = await without();
    server.user = () => userOf();
    await pass(30_000);
    expect(client.current.user).toEqual(userOf());
    expect(kinds()).toEqual(['profile-failed', 'signed-in', 'user-updated']);
  });

  it('keeps a user who is already known', async () => {
    const { client, server } = open();
    await settle();
    server.user = () => {
      throw problem(500);
    };
    await expect(client.userUpdated()).rejects.toThrow(ApiProblem);
    expect(client.current.user).toEqual(userOf());
  });

  it('is an error after a sign-in without a token', async () => {
    const server = new Server();
    server.user = () => null;
    const { client } = open(server);
    await settle();
    server.user = () => {
      throw problem(500);
    };
    server.grant = () => {
      throw problem(500);
    };
    await expect(client.signedIn()).rejects.toThrow(ApiProblem);
    expect(client.current.state).toBe('signed-out');
  });
});

it('emits an event for a password recovery', async () => {
  const { client, kinds } = open();
  await settle();
  client.recovering();
  expect(kinds()).toEqual(['signed-in', 'password-recovery']);
});
