import { Link } from '@tanstack/react-router';
import { frontPageIn } from '@tributary/contracts/instance';
import type { FeaturedStream } from '@tributary/contracts/live';
import type { ReactNode } from 'react';
import { useInstance } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { Confluence } from '@/ui/brand/confluence.tsx';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { CategoryLink } from '@/ui/media/category-link.tsx';
import { LiveBadge } from '@/ui/media/live-badge.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { StartStreaming } from '@/ui/start-streaming.tsx';
import { StreamerLink } from './stream/links.tsx';
import type { Preview } from './stream/stream-thumbnail.tsx';

interface HeroProps {
  /** Undefined while loading, null if there is none. */
  stream: FeaturedStream | undefined | null;
  /** Whether nobody is live; false while loading. */
  nobodyLive: boolean;
  preview: Preview;
}

/** The top of Home: a playing stream, beside what the instance is for. */
export function Hero({ stream, nobodyLive, preview }: HeroProps) {
  const { frontPage, languages } = useInstance().data ?? {};
  const own = frontPage && frontPageIn(frontPage, document.documentElement.lang, languages ?? []);
  return (
    <section className="grid items-center gap-6 sm:gap-8 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-12 xl:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="relative aspect-video overflow-hidden bg-surface-1 max-sm:-mx-4 sm:rounded-media">
        {stream ? (
          <Stage key={stream.id} stream={stream} preview={preview} />
        ) : stream === undefined ? (
          <Skeleton className="size-full" />
        ) : (
          <Confluence />
        )}
      </div>
      <div className="flex flex-col items-start gap-6">
        <div className="flex flex-col gap-3">
          <h1 dir="auto" className="max-w-[16ch] text-display">
            {own?.headline ?? t('discovery.hero.title')}
          </h1>
          <p dir="auto" className="max-w-[44ch] text-muted">
            {own?.introduction ?? t('discovery.hero.lead')}
          </p>
        </div>
        {nobodyLive && <p className="max-w-[44ch] text-muted">{t('discovery.hero.nobody')}</p>}
        <div className="flex w-full flex-wrap gap-3">
          <StartStreaming size="lg" className="max-sm:flex-1" />
          {stream && (
            <Button asChild variant="secondary" size="lg" className="max-sm:flex-1">
              <WatchLink stream={stream}>{t('discovery.hero.watch')}</WatchLink>
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

interface WatchLinkProps {
  stream: FeaturedStream;
  className?: string;
  children: ReactNode;
}

function WatchLink({ stream, children, ...rest }: WatchLinkProps) {
  const params = { username: stream.streamer.username, slug: stream.slug };
  return (
    <Link {...rest} to="/s/$username/$slug" params={params}>
      {children}
    </Link>
  );
}

/** The stream, overlaid with its viewer count, title and streamer. */
function Stage({ stream, preview: Player }: { stream: FeaturedStream; preview: Preview }) {
  const { streamer } = stream;
  const name = streamer.displayName || streamer.username;
  return (
    <>
      {stream.playbackUrl !== null && (
        <Player playbackUrl={stream.playbackUrl} poster={stream.thumbnailUrl} controls />
      )}
      <div className="absolute start-3 top-3 sm:start-4 sm:top-4">
        <LiveBadge viewers={stream.currentViewers} />
      </div>
      <div className="absolute inset-x-0 bottom-0 flex items-center gap-3 bg-linear-to-t from-scrim to-transparent p-3 pt-16 text-on-media sm:p-5 sm:pt-20">
        <StreamerLink username={streamer.username} duplicate>
          <Avatar name={name} src={streamer.avatarUrl} size={44} />
        </StreamerLink>
        <div className="min-w-0">
          {/* Cut at the end of the title, whichever direction it is read in. */}
          <p dir="auto" className="truncate font-display font-semibold text-base sm:text-lg rtl:text-right">
            {stream.title}
          </p>
          <p className="flex items-center gap-1.5 text-sm opacity-90">
            <StreamerLink username={streamer.username} onOverlay>
              <bdi className="block truncate">{name}</bdi>
            </StreamerLink>
            {streamer.isVerified && <VerifiedBadge size={15} />}
            <span aria-hidden="true">·</span>
            <CategoryLink category={stream.category} className="shrink-0" />
          </p>
        </div>
      </div>
      <WatchLink
        stream={stream}
        className="absolute inset-0 focus-visible:outline-4 focus-visible:-outline-offset-4"
      >
        <span className="sr-only">{t('discovery.hero.watchOne', { title: stream.title, name })}</span>
      </WatchLink>
    </>
  );
}
