import { REALTIME_CLOSE, REALTIME_HEARTBEAT_MS } from '@tributary/contracts/realtime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActionRefusal, RealtimeClient, type Socket } from './client.ts';
import type { TopicMessage } from './subscription.ts';

/** Calls a handler as the platform would; the client's handlers use no `this`. */
function fire<E extends Event>(handler: ((this: never, event: E) => unknown) | null, event: E): void {
  handler?.call(undefined as never, event);
}

class ScriptedSocket implements Socket {
  onopen: WebSocket['onopen'] = null;
  onmessage: WebSocket['onmessage'] = null;
  onclose: WebSocket['onclose'] = null;
  readonly sent: unknown[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  opens(): void {
    fire(this.onopen, new Event('open'));
  }
  receives(message: unknown): void {
    this.receivesFrame(JSON.stringify(message));
  }
  receivesFrame(data: unknown): void {
    fire(this.onmessage, new MessageEvent('message', { data }));
  }
  closes(code: number): void {
    fire(this.onclose, new CloseEvent('close', { code }));
  }
}

function setUp(ready: () => Promise<unknown> | null = () => null) {
  const sockets: ScriptedSocket[] = [];
  const doubt: (() => void)[] = [];
  const freeze: (() => void)[] = [];
  const onSessionOver = vi.fn();
  const client = new RealtimeClient({
    connect: () => {
      const socket = new ScriptedSocket();
      sockets.push(socket);
      return socket;
    },
    ready,
    signals: { onDoubt: (listener) => doubt.push(listener), onFreeze: (listener) => freeze.push(listener) },
    onSessionOver,
    random: () => 1,
  });
  const newest = (): ScriptedSocket => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('The client has not connected.');
    return socket;
  };
  return {
    client,
    onSessionOver,
    sockets,
    newest,
    doubt: () => doubt.forEach((listener) => void listener()),
    freeze: () => freeze.forEach((listener) => void listener()),
  };
}

const snapshot = { type: 'message', topic: 'stream:a', kind: 'snapshot', data: { state: 'live' } };
const patch = { type: 'message', topic: 'stream:a', kind: 'patch', data: { currentViewers: 3 } };
const append = (id: string) => ({ type: 'message', topic: 'stream:a', kind: 'append', id, data: id });
const snapshotUpTo = (id: string) => ({ ...snapshot, id });

/** Converts messages to those that listeners receive. */
const received = (...messages: { kind: string; data: unknown; id?: string }[]) =>
  messages.map(({ kind, data, id }) => (kind === 'append' ? { kind, id, data } : { kind, data }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('RealtimeClient', () => {
  it('connects with the first subscription and subscribes to each topic once', () => {
    const { client, sockets, newest } = setUp();
    expect(sockets).toHaveLength(0);
    client.subscribe('featured', () => {});
    client.subscribe('featured', () => {});
    newest().opens();
    expect(sockets).toHaveLength(1);
    expect(newest().sent).toEqual([{ type: 'subscribe', topic: 'featured' }]);
    expect(client.state).toBe('open');
  });

  it('unsubscribes with the last listener only', () => {
    const { client, newest } = setUp();
    const first = client.subscribe('featured', () => {});
    const second = client.subscribe('featured', () => {});
    newest().opens();
    first();
    first();
    expect(newest().sent).toHaveLength(1);
    second();
    expect(newest().sent.at(-1)).toEqual({ type: 'unsubscribe', topic: 'featured' });
  });

  it('replays the state to a listener that joins late', () => {
    const { client, newest } = setUp();
    client.subscribe('stream:a', () => {});
    newest().opens();
    newest().receives(snapshot);
    newest().receives(patch);
    newest().receives(append('1'));
    const messages: TopicMessage[] = [];
    client.subscribe('stream:a', (message) => messages.push(message));
    expect(messages).toEqual(received(snapshot, patch, append('1')));
    newest().receives(snapshot);
    const later: TopicMessage[] = [];
    client.subscribe('stream:a', (message) => later.push(message));
    expect(later).toEqual(received(snapshot));
  });

  it('requests another snapshot for a late listener if it no longer keeps the state', () => {
    const { client, newest } = setUp();
    client.subscribe('stream:a', () => {});
    newest().opens();
    newest().receives(snapshot);
    for (let n = 0; n < 60; n += 1) newest().receives(patch);
    const messages: TopicMessage[] = [];
    client.subscribe('stream:a', (message) => messages.push(message));
    expect(messages).toEqual([]);
    expect(newest().sent.slice(1)).toEqual([
      { type: 'unsubscribe', topic: 'stream:a' },
      { type: 'subscribe', topic: 'stream:a' },
    ]);
    newest().receives(snapshot);
    expect(messages).toEqual(received(snapshot));
  });

  it('does not replay messages from before a lost connection or from an earlier session', () => {
    for (const leave of [
      ({ newest }: ReturnType<typeof setUp>) => newest().closes(1006),
      ({ client }: ReturnType<typeof setUp>) => client.renew(),
    ]) {
      const page = setUp();
      page.client.subscribe('stream:a', () => {});
      page.newest().opens();
      page.newest().receives(snapshot);
      page.newest().receives(patch);
      leave(page);
      const messages: TopicMessage[] = [];
      page.client.subscribe('stream:a', (message) => messages.push(message));
      expect(messages).toEqual([]);
      vi.advanceTimersByTime(500);
      page.newest().opens();
      page.newest().receives(snapshot);
      expect(messages).toEqual(received(snapshot));
    }
  });

  it('subscribes again after a lost connection, from the last id that it has', () => {
    const { client, sockets, newest } = setUp();
    const messages: TopicMessage[] = [];
    client.subscribe('featured', () => {});
    client.subscribe('stream:a', (message) => messages.push(message));
    newest().opens();
    newest().receives(snapshotUpTo('1'));
    newest().receives(append('2'));
    newest().closes(1006);
    expect(client.state).toBe('waiting');
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(2);
    newest().opens();
    expect(newest().sent).toEqual([
      { type: 'subscribe', topic: 'featured' },
      { type: 'subscribe', topic: 'stream:a', lastId: '2' },
    ]);
    newest().receives(append('3'));
    expect(messages).toEqual(received(snapshot, append('2'), append('3')));
  });

  it('has no gap and no repetition after 30 seconds in which it could not connect', () => {
    const { client, sockets, newest } = setUp();
    const ids: string[] = [];
    client.subscribe('stream:a', (message) => {
      if (message.kind === 'append') ids.push(message.id);
    });
    newest().opens();
    newest().receives([snapshotUpTo('01'), append('02'), append('03')]);
    for (let passedMs = 0; passedMs < 30_000; passedMs += 500) {
      newest().closes(1006);
      vi.advanceTimersByTime(500);
    }
    const attempts = sockets.length;
    expect(attempts).toBeGreaterThan(5);
    while (sockets.length === attempts) vi.advanceTimersByTime(500);
    newest().opens();
    expect(newest().sent).toEqual([{ type: 'subscribe', topic: 'stream:a', lastId: '03' }]);
    newest().receives([append('04'), append('05')]);
    newest().receives(append('06'));
    expect(ids).toEqual(['02', '03', '04', '05', '06']);
  });

  it('needs a snapshot after a reconnect if a listener has joined in the meantime', () => {
    const { client, newest } = setUp();
    client.subscribe('stream:a', () => {});
    newest().opens();
    newest().receives(snapshotUpTo('1'));
    newest().closes(1006);
    client.subscribe('stream:a', () => {});
    vi.advanceTimersByTime(500);
    newest().opens();
    expect(newest().sent).toEqual([{ type: 'subscribe', topic: 'stream:a' }]);
  });

  it('does not resume from an earlier session', () => {
    for (const leave of [
      ({ newest }: ReturnType<typeof setUp>) => newest().closes(REALTIME_CLOSE.sessionOver),
      ({ client }: ReturnType<typeof setUp>) => client.renew(),
    ]) {
      const page = setUp();
      page.client.subscribe('stream:a', () => {});
      page.newest().opens();
      page.newest().receives(snapshotUpTo('1'));
      leave(page);
      vi.advanceTimersByTime(500);
      page.newest().opens();
      expect(page.newest().sent).toEqual([{ type: 'subscribe', topic: 'stream:a' }]);
    }
  });

  it('drops an append that the snapshot includes already', () => {
    const { client, newest } = setUp();
    const messages: TopicMessage[] = [];
    client.subscribe('stream:a', (message) => messages.push(message));
    newest().opens();
    newest().receives(snapshotUpTo('2'));
    newest().receives(append('1'));
    newest().receives(append('2'));
    newest().receives(append('3'));
    expect(messages).toEqual(received(snapshot, append('3')));
  });

  it('delivers several messages of one frame in their order, and skips unknown ones', () => {
    const { client, newest } = setUp();
    const listener = vi.fn();
    client.subscribe('stream:a', listener);
    newest().opens();
    newest().receives([snapshotUpTo('1'), append('1'), { type: 'fireworks' }, append('2'), patch]);
    expect(listener.mock.calls.flat()).toEqual(received(snapshot, append('2'), patch));
  });

  it('resolves an action with the data of the acknowledgement, and rejects a refused one', async () => {
    const { client, newest } = setUp();
    client.subscribe('stream:a', () => {});
    await expect(client.act('stream:a', 'say', 'early')).rejects.toMatchObject({ code: 'disconnected' });
    newest().opens();
    const [done, refused, lost] = [
      client.act('stream:a', 'say', 'hello'),
      client.act('stream:a', 'say', 'rude'),
      client.act('stream:a', 'say', 'last'),
    ];
    expect(newest().sent.slice(1)).toEqual(
      ['hello', 'rude', 'last'].map((data, index) => ({
        type: 'action',
        topic: 'stream:a',
        action: 'say',
        data,
        id: index + 1,
      })),
    );
    newest().receives({
      type: 'refused',
      topic: 'stream:a',
      code: 'muted',
      message: 'You are muted.',
      id: 2,
    });
    newest().receives({ type: 'ack', id: 1, data: 'done' });
    newest().closes(1006);
    expect(await done).toBe('done');
    await expect(refused).rejects.toEqual(new ActionRefusal('muted', 'You are muted.'));
    await expect(lost).rejects.toMatchObject({ code: 'disconnected' });
  });

  it('subscribes again after a while if the server refused a subscription because of its limits', () => {
    const { client, newest } = setUp();
    const messages: TopicMessage[] = [];
    const leave = client.subscribe('stream:a', (message) => messages.push(message));
    client.subscribe('featured', () => {});
    newest().opens();
    newest().receives({ type: 'refused', topic: 'stream:a', code: 'limited' });
    expect(messages).toEqual([]);
    const wait = (ms: number) => {
      for (let left = ms; left > 0; left -= 5_000) {
        vi.advanceTimersByTime(Math.min(left, 5_000));
        newest().receives({ type: 'pong' });
      }
    };
    wait(89_999);
    const subscribe = { type: 'subscribe', topic: 'stream:a' };
    const requests = () => newest().sent.filter((sent) => JSON.stringify(sent) === JSON.stringify(subscribe));
    expect(requests()).toHaveLength(1);
    wait(1);
    expect(requests()).toHaveLength(2);
    // A topic without listeners is not requested again.
    newest().receives({ type: 'refused', topic: 'stream:a', code: 'limited' });
    leave();
    wait(90_000);
    expect(requests()).toHaveLength(2);
  });

  it('replaces its connection at once when the session changes', () => {
    const { client, sockets, newest } = setUp();
    client.renew();
    expect(sockets).toHaveLength(0);
    client.subscribe('ingest-health', () => {});
    newest().opens();
    client.renew();
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.closed).toBe(true);
    newest().opens();
    expect(newest().sent).toEqual([{ type: 'subscribe', topic: 'ingest-health' }]);
  });

  it('waits longer after each failure, and starts over after a connection that lasted', () => {
    const { client, sockets, newest } = setUp();
    client.subscribe('featured', () => {});
    for (const delay of [500, 1000, 2000, 4000, 8000, 15_000, 15_000]) {
      const before = sockets.length;
      newest().closes(REALTIME_CLOSE.restarting);
      vi.advanceTimersByTime(delay - 1);
      expect(sockets).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(before + 1);
    }
    newest().opens();
    vi.advanceTimersByTime(5_000);
    newest().closes(REALTIME_CLOSE.slow);
    const before = sockets.length;
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(before + 1);
  });

  it('reports that its session is over when the server closes it for that reason', () => {
    for (const [code, times] of [
      [REALTIME_CLOSE.restarting, 0],
      [REALTIME_CLOSE.sessionOver, 1],
    ] as const) {
      const { client, newest, onSessionOver } = setUp();
      client.subscribe('featured', () => {});
      newest().opens();
      newest().closes(code);
      expect(onSessionOver).toHaveBeenCalledTimes(times);
    }
  });

  it('does not reconnect after a message that the server did not understand', () => {
    const { client, sockets, newest, doubt } = setUp();
    client.subscribe('featured', () => {});
    newest().opens();
    newest().closes(REALTIME_CLOSE.badMessage);
    doubt();
    vi.advanceTimersByTime(600_000);
    expect(sockets).toHaveLength(1);
    expect(client.state).toBe('stopped');
  });

  it('sends a ping on each heartbeat and drops a connection that does not answer', () => {
    const { client, sockets, newest } = setUp();
    client.subscribe('featured', () => {});
    newest().opens();
    const first = newest();
    vi.advanceTimersByTime(REALTIME_HEARTBEAT_MS);
    expect(first.sent.at(-1)).toEqual({ type: 'ping' });
    first.receives({ type: 'pong' });
    vi.advanceTimersByTime(REALTIME_HEARTBEAT_MS);
    expect(first.closed).toBe(false);
    vi.advanceTimersByTime(8_000);
    expect(first.closed).toBe(true);
    expect(client.state).toBe('waiting');
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(2);
  });

  it('gives up on a connection that does not open', () => {
    const { client, newest } = setUp();
    client.subscribe('featured', () => {});
    const first = newest();
    vi.advanceTimersByTime(8_000);
    expect(first.closed).toBe(true);
    expect(client.state).toBe('waiting');
  });

  it('opens its connection once `ready` resolves, unless it was renewed or given up by then', async () => {
    const [first, second, third] = [0, 1, 2].map(() => Promise.withResolvers<void>());
    const attempts = [first, second, third];
    const { client, sockets, newest } = setUp(() => attempts.shift()?.promise ?? null);
    client.subscribe('featured', () => {});
    expect([client.state, sockets.length]).toEqual(['connecting', 0]);
    client.renew();
    first?.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(sockets).toHaveLength(0);
    second?.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(sockets).toHaveLength(1);
    newest().opens();
    expect(client.state).toBe('open');
    client.renew();
    await vi.advanceTimersByTimeAsync(8_000);
    expect([client.state, sockets.length]).toEqual(['waiting', 1]);
    third?.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(sockets).toHaveLength(1);
  });

  it('reconnects at once, or sends a ping, when the page or the network has changed', () => {
    const { client, sockets, newest, doubt } = setUp();
    client.subscribe('featured', () => {});
    newest().closes(1006);
    doubt();
    expect(sockets).toHaveLength(2);
    newest().opens();
    doubt();
    expect(newest().sent.at(-1)).toEqual({ type: 'ping' });
  });

  it('closes when the page is put away and reconnects when it returns', () => {
    const { client, sockets, newest, doubt, freeze } = setUp();
    client.subscribe('featured', () => {});
    newest().opens();
    freeze();
    expect(newest().closed).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    doubt();
    expect(sockets).toHaveLength(2);
  });

  it('stays open for a while without listeners, then closes', () => {
    const { client, sockets, newest } = setUp();
    const stop = client.subscribe('featured', () => {});
    newest().opens();
    stop();
    vi.advanceTimersByTime(9_000);
    client.subscribe('stream:a', () => {})();
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    expect(newest().closed).toBe(true);
    expect(client.state).toBe('idle');
  });

  it('ignores unknown messages', () => {
    const { client, newest } = setUp();
    const messages: TopicMessage[] = [];
    client.subscribe('stream:a', (message) => messages.push(message));
    newest().opens();
    for (const junk of [
      null,
      4,
      [],
      { type: 'message', topic: 'stream:a', kind: 'patch' },
      { type: 'message', topic: 'stream:a', kind: 'append', data: 1 },
      { type: 'message', topic: 'stream:a', kind: 'new', data: 1 },
      { type: 'new', topic: 'stream:a' },
      { type: 'ack', id: 7 },
    ]) {
      newest().receives(junk);
    }
    newest().receivesFrame('{');
    newest().receivesFrame(new ArrayBuffer(4));
    newest().receives({ ...patch, topic: 'stream:b' });
    expect(messages).toEqual([]);
    newest().receives(patch);
    expect(messages).toEqual(received(patch));
  });
});
