import type { FeaturedStream } from '@tributary/contracts';
import { useState } from 'react';
import { keepFeatured } from '../engine/arrange.ts';

/** The stream that Home begins with; it stays while it is live. What is for adults waits to be asked for. */
export function useHeroStream(streams: readonly FeaturedStream[]): FeaturedStream | null {
  const [featured, setFeatured] = useState<string | null>(null);
  const stream = keepFeatured(
    featured,
    streams.filter(({ isMature }) => !isMature),
  );
  if (stream && stream.id !== featured) setFeatured(stream.id);
  return stream;
}
