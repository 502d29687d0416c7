import type { FeaturedStream } from '@tributary/contracts/live';
import { type FocusEvent, useState } from 'react';
import { keepFeatured, stableOrder } from '../../engine/stable-order.ts';

/** The streams in display order, which doesn't change while `held`. */
export function useStableOrder(streams: readonly FeaturedStream[], held: boolean): FeaturedStream[] {
  const [shown, setShown] = useState<string[]>([]);
  const cards = stableOrder(shown, streams, held);
  const order = cards.map((stream) => stream.id);
  if (order.join() !== shown.join()) setShown(order);
  return cards;
}

/** Whether the pointer or the focus is in a list; attach the handlers to the list. */
export function useHeld() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  return {
    held: pointed || focused,
    handlers: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      // Moving the focus between two entries keeps it in the list.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}

/** The stream at the top of Home, for as long as it is live. Mature and gated streams are left out. */
export function useHeroStream(streams: readonly FeaturedStream[]): FeaturedStream | null {
  const [featured, setFeatured] = useState<string | null>(null);
  const stream = keepFeatured(
    featured,
    streams.filter(({ isMature, playbackUrl }) => !isMature && playbackUrl !== null),
  );
  if (stream && stream.id !== featured) setFeatured(stream.id);
  return stream;
}
