import { LIVE_SLUG, type StreamDetail } from '@tributary/contracts';
import { useChannelNow } from '@/features/live/index.ts';

/** One's channel as viewers see it: null where it cannot be had, undefined while it is fetched. */
export function useOwnChannel(username: string): StreamDetail | null | undefined {
  const { data, isFetched } = useChannelNow({ username, slug: LIVE_SLUG });
  return data ?? (isFetched ? null : undefined);
}
