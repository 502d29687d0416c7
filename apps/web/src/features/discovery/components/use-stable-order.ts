import type { FeaturedStream } from '@tributary/contracts';
import { type FocusEvent, useState } from 'react';
import { arrange, keepFeatured } from '../engine/stable-order.ts';

/** The streams in the order to show them in, which stands still while `held`. */
export function useArranged(streams: readonly FeaturedStream[], held: boolean): FeaturedStream[] {
  const [shown, setShown] = useState<string[]>([]);
  const cards = arrange(shown, streams, held);
  const order = cards.map((stream) => stream.id);
  if (order.join() !== shown.join()) setShown(order);
  return cards;
}

/** Whether somebody points at a list or has the focus in it; the handlers go to the list. */
export function useHeld() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  return {
    held: pointed || focused,
    handlers: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      // From one entry to the next it stays within: nothing is let go between two presses of Tab.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}

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
