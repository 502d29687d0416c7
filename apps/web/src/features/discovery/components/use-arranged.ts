import type { FeaturedStream } from '@tributary/contracts';
import { useState } from 'react';
import { arrange } from '../engine/arrange.ts';

/** The streams in the order to show them in, which stands still while `held`. */
export function useArranged(streams: readonly FeaturedStream[], held: boolean): FeaturedStream[] {
  const [shown, setShown] = useState<string[]>([]);
  const cards = arrange(shown, streams, held);
  const order = cards.map((stream) => stream.id);
  if (order.join() !== shown.join()) setShown(order);
  return cards;
}
