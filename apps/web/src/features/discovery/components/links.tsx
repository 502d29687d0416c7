import { Link } from '@tanstack/react-router';
import type { FeaturedStream } from '@tributary/contracts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface StreamLinkProps {
  stream: Pick<FeaturedStream, 'id' | 'title' | 'slug'> & { streamer: { username: string } };
}

/** The card's one link; its hit area is the whole card, so the keyboard meets each card once. */
export function StreamLink({ stream }: StreamLinkProps) {
  const look =
    'text-ink no-underline after:absolute after:inset-0 after:rounded-media group-hover:text-accent focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-4';
  return stream.slug ? (
    <Link
      to="/s/$username/$slug"
      params={{ username: stream.streamer.username, slug: stream.slug }}
      dir="auto"
      className={look}
    >
      {stream.title}
    </Link>
  ) : (
    <Link to="/stream/$id" params={{ id: stream.id }} dir="auto" className={look}>
      {stream.title}
    </Link>
  );
}

interface StreamerLinkProps {
  username: string;
  /** The second way to the same place, for the pointer alone: keyboard and screen readers meet the name. */
  again?: boolean;
  /** On a picture, whose words keep their colour. */
  onPicture?: boolean;
  children: ReactNode;
}

/** To the streamer's own page; stands above the card's link, which covers the card. A name is cut at its own end. */
export function StreamerLink({ username, again = false, onPicture = false, children }: StreamerLinkProps) {
  return (
    <Link
      to="/streamer/$username"
      params={{ username }}
      {...(again && { tabIndex: -1, 'aria-hidden': true })}
      className={clsx(
        'relative z-10 text-inherit no-underline',
        // High enough for a finger, and no higher a line for it.
        again ? 'self-start rounded-full' : '-my-1 min-w-0 py-1',
        !again && (onPicture ? 'hover:underline' : 'hover:text-ink'),
      )}
    >
      {children}
    </Link>
  );
}
