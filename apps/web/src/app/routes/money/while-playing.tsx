import { LIVE_SLUG } from '@tributary/contracts/shared';
import type { ReactNode } from 'react';
import { useChannelNow } from '@/features/live/index.ts';

interface WhilePlayingProps {
  username: string;
  /** @param slug of the stream that plays; null: none */
  children: (slug: string | null) => ReactNode;
}

/** Knows whether a channel is live. */
export function WhilePlaying({ username, children }: WhilePlayingProps) {
  const { data } = useChannelNow({ username, slug: LIVE_SLUG });
  return children(data?.state === 'live' ? (data.stream?.slug ?? null) : null);
}
