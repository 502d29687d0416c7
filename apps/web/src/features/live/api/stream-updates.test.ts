import { QueryClient } from '@tanstack/react-query';
import type { StreamDetail } from '@tributary/contracts/live';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { streamQuery } from './stream-query.ts';
import { takeChannelMessage, takeStreamMessage } from './stream-updates.ts';

const ADDRESS = { username: 'ada', slug: 'live' };
const streamer = { id: 'ada', username: 'ada', displayName: 'Ada', avatarUrl: null, isVerified: false };
const detail = (state: StreamDetail['state'], id: string | null) =>
  ({ state, stream: id && { id, currentViewers: 3 }, last: null, streamer }) as unknown as StreamDetail;
const OFFLINE = detail('offline', null);

let client: QueryClient;
/** Resolves the response of each request, in their order. */
let answers: ((detail: StreamDetail) => void)[];

const options = { ...streamQuery(ADDRESS), initialData: OFFLINE };
const key = options.queryKey;
const state = () => {
  const { state, stream } = client.getQueryData(key) ?? {};
  return `${state} ${stream?.id}`;
};
const read = () => client.fetchQuery({ ...options, staleTime: 0, retry: false }).catch(() => {});

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(key, OFFLINE);
  answers = [];
  vi.stubGlobal('location', { href: 'http://localhost/' });
  vi.stubGlobal(
    'fetch',
    (_url: URL, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((resolve, reject) => {
        answers.push((body) => resolve(Response.json(body)));
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

it('keeps a stream that the socket has announced when an older answer arrives after it', async () => {
  const polled = read();
  takeChannelMessage(client, key, { kind: 'snapshot', data: detail('live', 'one') });
  answers[0]?.(OFFLINE);
  await polled;
  expect(state()).toBe('live one');
});

it('keeps a stream that an answer has shown when the snapshot of its channel was read before its start', async () => {
  const polled = read();
  answers[0]?.(detail('live', 'one'));
  await polled;
  takeChannelMessage(client, key, { kind: 'snapshot', data: OFFLINE });
  expect(state()).toBe('live one');
});

it('keeps the next stream when a message about the last one arrives after its start', () => {
  takeChannelMessage(client, key, { kind: 'snapshot', data: detail('live', 'two') });
  takeStreamMessage(client, key, { kind: 'snapshot', data: detail('ended', 'one') });
  expect(state()).toBe('live two');
  takeStreamMessage(client, key, { kind: 'snapshot', data: detail('ended', 'two') });
  expect(state()).toBe('ended two');
});

it('starts a stream that begins while the socket is away with the answer of the next read', async () => {
  const polled = read();
  answers[0]?.(detail('live', 'one'));
  await polled;
  // The snapshot after the reconnect.
  takeChannelMessage(client, key, { kind: 'snapshot', data: detail('live', 'one') });
  takeStreamMessage(client, key, { kind: 'snapshot', data: detail('live', 'one') });
  expect(state()).toBe('live one');
});

it('changes the viewers of the stream only, and reads on meanwhile', async () => {
  client.setQueryData(key, detail('live', 'one'));
  const polled = read();
  takeStreamMessage(client, key, { kind: 'patch', data: { currentViewers: 9 } });
  expect(client.getQueryData(key)?.stream?.currentViewers).toBe(9);
  answers[0]?.(detail('interrupted', 'one'));
  await polled;
  expect(state()).toBe('interrupted one');
});
