import { channelTopic, type FeaturedStream } from '@tributary/contracts/live';
import type { Topic } from '@tributary/contracts/realtime';
import { streamId, userId } from '@tributary/contracts/shared';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Realtime } from '#platform/realtime/index.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createIngestHealth } from './ingest-health/ingest-health.ts';
import { createPublishCooldowns } from './lifecycle/publish-cooldowns.ts';
import { createLiveTopics } from './live.topics.ts';
import type { PublicStreams } from './streams/streams.service.ts';
import { createPresence } from './viewers/presence.ts';
import { createViewers } from './viewers/viewers.ts';

const ID = streamId.parse('01890a5d-ac96-774b-bcce-b302099a8057');
const NEXT_ID = streamId.parse('01890a5d-ac96-774b-bcce-b302099a8058');
const STREAMER_ID = userId.parse('01890a5d-ac96-774b-bcce-b302099a8059');
const IDS = { streamId: ID, streamerId: STREAMER_ID };

function setup() {
  const sent: { topic: string; data: unknown }[] = [];
  const realtime = {
    keys: () => [],
    topic({ name: topic }: Topic) {
      const record = (data: unknown) => void sent.push({ topic, data });
      return {
        local: { snapshot: record, patch: record, append: record },
        async refresh() {
          record('refreshed');
          return true;
        },
      };
    },
  } as unknown as Realtime;
  const reads: ((title: string | Error) => void)[] = [];
  const streams = {
    featured: async (): Promise<FeaturedStream[]> => [],
    forWatching: () =>
      new Promise((resolve, reject) => {
        reads.push((title) => {
          if (title instanceof Error) reject(title);
          const detail = { state: 'live', stream: { title }, streamer: { username: 'ada' } };
          resolve({ stream: detail, channel: detail });
        });
      }),
  } as unknown as PublicStreams;
  const viewers = createViewers();
  const state = createMemoryState();
  const ingestHealth = createIngestHealth(state, createPublishCooldowns(state));
  const playback = { requireScreen: async () => {}, isStreamer: async () => false };
  const presence = createPresence();
  const topics = createLiveTopics({ realtime, streams, presence, viewers, ingestHealth, playback });
  const lists = () => sent.filter(({ topic }) => topic === 'featured').length;
  return { topics, sent, reads, viewers, lists };
}

describe('the topics of live', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends the featured list at most once a second, and less often if only counts changed', async () => {
    const { topics, viewers, lists } = setup();
    for (let i = 0; i < 50; i += 1) void topics.announce(IDS);
    expect(lists()).toBe(0);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(lists()).toBe(1);
    for (let second = 0; second < 10; second += 1) {
      viewers.watching({}, `browser ${second}`, ID);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(lists()).toBe(3);
    topics.close();
  });

  it('sends the changes of a stream in order, however long each takes to read', async () => {
    const { topics, sent, reads } = setup();
    const both = Promise.all([topics.announce(IDS), topics.announce(IDS)]);
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toHaveLength(1);
    reads[0]?.('before');
    await vi.advanceTimersByTimeAsync(0);
    reads[1]?.('after');
    await both;
    expect(sent).toMatchObject(
      ['before', 'before', 'after', 'after'].map((title) => ({ data: { stream: { title } } })),
    );
    topics.close();
  });

  it('sends the start of a stream after the end of the last one, however long that takes to read', async () => {
    const { topics, sent, reads } = setup();
    const ended = topics.announce(IDS);
    const started = topics.announce({ streamId: NEXT_ID, streamerId: STREAMER_ID });
    await vi.advanceTimersByTimeAsync(0);
    reads.at(-1)?.('the end');
    await ended;
    await vi.advanceTimersByTimeAsync(0);
    reads.at(-1)?.('the start');
    await started;
    expect(sent.at(-1)).toMatchObject({ topic: 'channel', data: { stream: { title: 'the start' } } });
    topics.close();
  });

  it('announces a start that could not be read as soon as it can be read', async () => {
    const { topics, sent, reads } = setup();
    const failed = topics.announce(IDS).catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(0);
    reads[0]?.(new Error('No connection is free.'));
    expect(await failed).toBe('No connection is free.');
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    reads[1]?.(new Error('No connection is free.'));
    await vi.advanceTimersByTimeAsync(1_000);
    reads[2]?.('the start');
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.filter(({ topic }) => topic === 'channel')).toMatchObject([
      { data: { stream: { title: 'the start' } } },
    ]);
    topics.close();
  });

  it('finds a channel by its name in upper and lower case', () => {
    expect(channelTopic.argument.parse('Ada')).toBe('ada');
  });
});
