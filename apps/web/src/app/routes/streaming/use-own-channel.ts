import type { StreamDetail } from '@tributary/contracts/live';
import { LIVE_SLUG } from '@tributary/contracts/shared';
import { useChannelNow } from '@/features/live/index.ts';

/** The user's channel as viewers see it: null if it can't be loaded, undefined while it loads. */
export function useOwnChannel(username: string): StreamDetail | null | undefined {
  const { data, isFetched } = useChannelNow({ username, slug: LIVE_SLUG });
  return data ?? (isFetched ? null : undefined);
}
