import { Link } from '@tanstack/react-router';
import type { FeaturedStream } from '@tributary/contracts';

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
