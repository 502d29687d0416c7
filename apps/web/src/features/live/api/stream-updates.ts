import type { QueryClient } from '@tanstack/react-query';
import type { StreamDetail } from '@tributary/contracts/live';
import { setPushed } from '@/lib/api/query-client.ts';
import type { MessageAt } from '@/lib/realtime/index.ts';
import type { streamQuery } from './stream-query.ts';

type StreamKey = ReturnType<typeof streamQuery>['queryKey'];

export function isRunning(detail: StreamDetail | undefined): boolean {
  return detail?.state === 'live' || detail?.state === 'interrupted';
}

/** A message about the channel whose next stream a page waits for. Only a start changes the page. */
export function takeChannelMessage(
  client: QueryClient,
  queryKey: StreamKey,
  message: MessageAt<`channel:${string}`>,
): void {
  if (message.kind === 'snapshot' && isRunning(message.data)) setPushed(client, queryKey, message.data);
}

/** A message about the stream that a page shows. One about the last stream of the channel may arrive after a start. */
export function takeStreamMessage(
  client: QueryClient,
  queryKey: StreamKey,
  message: MessageAt<`stream:${string}`>,
): void {
  const known = client.getQueryData(queryKey);
  if (message.kind === 'snapshot') {
    if (message.data.stream?.id === known?.stream?.id) setPushed(client, queryKey, message.data);
  } else if (message.kind === 'patch' && known?.stream) {
    client.setQueryData(queryKey, { ...known, stream: { ...known.stream, ...message.data } });
  }
}
