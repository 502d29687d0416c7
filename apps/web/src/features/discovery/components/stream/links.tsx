import { Link } from '@tanstack/react-router';
import type { FeaturedStream } from '@tributary/contracts/live';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface StreamLinkProps {
  stream: Pick<FeaturedStream, 'id' | 'title' | 'slug'> & {
    streamer: { username: string };
    language?: FeaturedStream['language'];
  };
}

/** The link of a card. Its hit area covers the card, so that each card is one tab stop. */
export function StreamLink({ stream }: StreamLinkProps) {
  const look =
    'text-ink no-underline after:absolute after:inset-0 after:rounded-media group-hover:text-accent focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-4';
  const text = { dir: 'auto', lang: stream.language ?? undefined, className: look } as const;
  return stream.slug ? (
    <Link
      to="/s/$username/$slug"
      params={{ username: stream.streamer.username, slug: stream.slug }}
      {...text}
    >
      {stream.title}
    </Link>
  ) : (
    <Link to="/stream/$id" params={{ id: stream.id }} {...text}>
      {stream.title}
    </Link>
  );
}

interface StreamerLinkProps {
  username: string;
  /** A duplicate link, for pointers only: keyboards and screen readers use the name. */
  duplicate?: boolean;
  /** Keeps the text color of the surrounding overlay. */
  onOverlay?: boolean;
  children: ReactNode;
}

/** Links to the streamer's page, above the card's own link, which covers the card. */
export function StreamerLink({
  username,
  duplicate = false,
  onOverlay = false,
  children,
}: StreamerLinkProps) {
  return (
    <Link
      to="/streamer/$username"
      params={{ username }}
      {...(duplicate && { tabIndex: -1, 'aria-hidden': true })}
      className={clsx(
        'relative z-10 text-inherit no-underline',
        // Enlarges the touch target without changing the line height.
        duplicate ? 'self-start rounded-full' : '-my-1 min-w-0 py-1',
        !duplicate && (onOverlay ? 'hover:underline' : 'hover:text-ink'),
      )}
    >
      {children}
    </Link>
  );
}
