import { type FeaturedStream, type ServerMessage, streamId } from '@tributary/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import type { LiveService } from './live.service.ts';
import { createLiveSocket } from './live.socket.ts';
import { SignalHealths } from './signal-health.ts';
import { Viewers } from './viewers.ts';

const ID = streamId.parse('01890a5d-ac96-774b-bcce-b302099a8057');

function setup() {
  const told: ServerMessage[] = [];
  const realtime: Realtime = {
    register: () => {},
    addPresence: () => {},
    topicNames: () => [],
    publish: (_key, message) => void told.push(message),
    amend: (_key, message) => void told.push(message),
    listeners: () => 10_000,
    listenedKeys: () => [],
    reauthenticate: async () => {},
    reauthenticateAll: async () => {},
    handleUpgrade: () => {},
    stats: () => ({ sockets: 0, droppedSlow: 0 }),
    close: async () => {},
  };
  const reads: ((title: string) => void)[] = [];
  const service = {
    featured: async (): Promise<FeaturedStream[]> => [],
    told: () =>
      new Promise((resolve) => {
        reads.push((title) => {
          const detail = { state: 'live', stream: { title }, streamer: { username: 'ada' } };
          resolve({ stream: detail, channel: detail });
        });
      }),
  } as unknown as LiveService;
  const viewers = new Viewers();
  const log = createLog('silent');
  const socket = createLiveSocket({ realtime, service, viewers, signals: new SignalHealths(), log });
  const topic = (name: string) => socket.topics.find((kind) => kind.name === name);
  const lists = () => told.filter(({ type }) => type === 'featured').length;
  return { socket, told, reads, viewers, topic, lists };
}

describe('the live socket', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends the featured list once a second however much changes, and rarely for counts alone', async () => {
    const { socket, viewers, lists } = setup();
    for (let i = 0; i < 50; i += 1) void socket.announce(ID);
    expect(lists()).toBe(0);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(lists()).toBe(1);
    for (let second = 0; second < 10; second += 1) {
      viewers.watching({}, `browser ${second}`, ID);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(lists()).toBe(3);
    socket.close();
  });

  it('tells the changes of a stream in their order, however long each takes to read', async () => {
    const { socket, told, reads } = setup();
    const both = Promise.all([socket.announce(ID), socket.announce(ID)]);
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toHaveLength(1);
    reads[0]?.('before');
    await vi.advanceTimersByTimeAsync(0);
    reads[1]?.('after');
    await both;
    const titles = told.map((m) => (m.type === 'stream' ? m.data.stream?.title : null));
    expect(titles).toEqual(['before', 'before', 'after', 'after']);
    socket.close();
  });

  it('knows a channel by its name however it is written', async () => {
    const { socket, topic } = setup();
    expect(await topic('channel')?.open('Ada', null)).toMatchObject({ key: 'channel:ada' });
    socket.close();
  });
});
