import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LIVE_SLUG, type StreamDetail } from '@tributary/contracts';
import { clsx } from 'clsx';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { messageOf } from '@/lib/query.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { type StreamAddress, streamQuery } from '../../api/stream-query.ts';
import { useStream } from '../../api/use-stream.ts';
import { useTheater } from '../player/display-modes.ts';
import type { Offer } from './gate-notice.tsx';
import { StreamHeader } from './stream-header.tsx';
import { StreamStage } from './stream-stage.tsx';

interface StreamPageProps {
  address: StreamAddress;
  notFound: ReactNode;
  /** Other streams than `except`, beside the player or below it. */
  beside: ComponentType<{ except: string | null }>;
  /** Buttons for the channel and its stream, before those to share it. */
  actions: ComponentType<{ detail: StreamDetail }>;
  /** The channel's follower count. */
  followers: ComponentType<{ username: string }>;
  /** More about the channel, below the header. */
  about: ComponentType<{ username: string }>;
  /** What leads to the ticket or subscription for a gated stream; default: a link. */
  offer?: Offer;
}

/** The page of a stream, or of a channel between two streams. */
export function StreamPage({
  address,
  notFound,
  beside: Beside,
  actions: Actions,
  followers: Followers,
  about: About,
  offer,
}: StreamPageProps) {
  const { data: detail, error, refetch } = useStream(address);
  useCanonicalAddress(address, detail);
  const theater = useTheater();
  const name = detail && (detail.streamer.displayName || detail.streamer.username);
  useDocumentTitle(detail?.stream ? `${detail.stream.title} · ${name}` : name);

  if (!detail && error) {
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return notFound;
    return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  }
  const slug = detail?.stream?.slug ?? LIVE_SLUG;
  return (
    <div
      className={clsx(
        'lg:grid lg:gap-x-6',
        theater.active
          ? 'lg:grid-cols-1'
          : // No wider than the window's height allows, so that the title stays in view.
            'mx-auto lg:max-w-[max(64rem,calc((100dvh-var(--header-height)-8rem)*16/9+25rem))] lg:grid-cols-[minmax(0,1fr)_19rem] lg:px-10 xl:grid-cols-[minmax(0,1fr)_20rem]',
      )}
    >
      <div className="min-w-0 max-lg:contents">
        <div
          className={clsx(
            // Above the links in cards, which have a level of their own.
            'z-20 w-full overflow-hidden bg-black max-lg:portrait:sticky max-lg:portrait:top-(--header-height)',
            theater.active
              ? 'aspect-video max-h-[calc(100dvh-var(--header-height)-4rem)]'
              : 'aspect-video max-h-[calc(100dvh-var(--header-height)-4rem)] lg:rounded-media',
          )}
        >
          {detail ? (
            <StreamStage detail={detail} theater={theater} offer={offer} />
          ) : (
            <Skeleton className="size-full rounded-none" />
          )}
        </div>
        <div
          className={clsx(
            'flex flex-col gap-6 px-4 py-4 sm:px-6 lg:py-5',
            theater.active ? 'lg:px-10' : 'lg:px-1',
          )}
        >
          {detail ? (
            <StreamHeader
              detail={detail}
              path={`/s/${detail.streamer.username}/${slug}`}
              actions={<Actions detail={detail} />}
              followers={<Followers username={detail.streamer.username} />}
            />
          ) : (
            <HeaderSkeleton />
          )}
          {detail && <About username={detail.streamer.username} />}
        </div>
      </div>
      <aside
        aria-label="More live channels"
        className={clsx('px-4 pb-12 sm:px-6', theater.active ? 'lg:px-10' : 'lg:px-0')}
      >
        <Beside except={detail?.stream?.id ?? null} />
      </aside>
    </div>
  );
}

function HeaderSkeleton() {
  return (
    <div role="status" aria-label="Loading stream" className="flex gap-4">
      <Skeleton className="size-13 shrink-0 rounded-full" />
      <div className="flex flex-1 flex-col gap-3 pt-1">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-4 w-2/5" />
      </div>
    </div>
  );
}

/** Replaces an outdated slug in the address bar after the stream's title changed. */
function useCanonicalAddress(address: StreamAddress, detail: StreamDetail | undefined): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const shown = useRef<StreamAddress>(null);
  useEffect(() => {
    if (!detail?.stream || !('slug' in address) || address.slug === LIVE_SLUG) return;
    const params = { username: detail.streamer.username, slug: detail.stream.slug };
    if (params.username === address.username && params.slug === address.slug) {
      shown.current = address;
      return;
    }
    client.setQueryData(streamQuery(params).queryKey, detail);
    // A viewer keeps the position; a page that was opened by an outdated link starts at its top.
    const resetScroll = shown.current !== address;
    void navigate({ to: '/s/$username/$slug', params, replace: true, resetScroll });
  }, [address, detail, client, navigate]);
}
