import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { StreamerSummary } from '@tributary/contracts/channels';
import type { StreamDetail } from '@tributary/contracts/live';
import { LIVE_SLUG } from '@tributary/contracts/shared';
import { clsx } from 'clsx';
import { Minimize2 } from 'lucide-react';
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { PortalContext } from '@/ui/overlays/portal.ts';
import { type StreamAddress, streamQuery } from '../../api/stream-query.ts';
import { useOwnRecording } from '../../api/use-own-recording.ts';
import { useWatchedStream } from '../../api/use-stream.ts';
import type { Playhead } from '../../engine/live/player-types.ts';
import type { StateKind } from '../../engine/media/player-state.ts';
import { closeMiniPlayer, miniPlayer } from '../../mini-player.ts';
import { useFullscreenElement, useTheater, useTheaterFrame } from '../player/display-modes.ts';
import type { Offer } from './gate-notice.tsx';
import { MiniPlayer } from './mini-player.tsx';
import type { Upcoming } from './nothing-to-play.tsx';
import { RecordingDetails, useShownRecording } from './recording-details.tsx';
import { StreamHeader } from './stream-header.tsx';
import { StreamStage } from './stream-stage.tsx';

interface StreamPageProps {
  address: StreamAddress;
  notFound: ReactNode;
  /** Other streams than `except`, below the others; beside the player of a channel that is offline. */
  beside: ComponentType<{ except: string | null; username: string }>;
  /** Buttons for the channel and its stream, before those to share it. */
  /** @param position in milliseconds of the recording; null: live, or nothing */
  actions: ComponentType<{ detail: StreamDetail; position: () => number | null }>;
  /** More buttons in the player's controls. @param position in milliseconds of the recording; null: live */
  tools: ComponentType<{ detail: StreamDetail; position: () => number | null }>;
  /** The channel's follower count. */
  followers: ComponentType<{ username: string }>;
  /** The chat of its stream, beside the player or below it. `watchedAt`: see `Playhead`. */
  chat: ComponentType<{ detail: StreamDetail; watchedAt: () => number | null }>;
  /** The content below a recording and its chat. */
  recording: ComponentType<{ detail: StreamDetail; onSeek: (seconds: number) => void }>;
  /** The offer of the next recording, over the player. */
  next: ComponentType<{ detail: StreamDetail }>;
  /** More about the channel, below the header. */
  about: ComponentType<{ streamer: StreamerSummary }>;
  /** When an offline channel streams next. */
  upcoming?: Upcoming;
  /** What leads to the ticket or subscription for a gated stream; default: a link. */
  offer?: Offer;
}

/** The page of a stream, or of a channel between two streams. */
export function StreamPage({
  address,
  notFound,
  beside: Beside,
  actions: Actions,
  tools: Tools,
  followers: Followers,
  chat: Chat,
  recording: Recording,
  next: Next,
  about: About,
  upcoming,
  offer,
}: StreamPageProps) {
  const { data: watched, error, refetch } = useWatchedStream(address);
  useCanonicalAddress(address, watched);
  const detail = useOwnRecording(watched);
  const theater = useTheater();
  // A channel between two streams has nothing to show so large.
  const inTheater = theater.active && (detail ? detail.stream !== null : !error);
  useTheaterFrame(inTheater);
  const stage = useRef<HTMLDivElement>(null);
  const fullscreen = useFullscreenElement();
  const [chatOver, setChatOver] = useState(false);
  const playhead = useRef<Playhead>(null);
  const onState = useMiniPlayer(address, playhead);
  const name = detail && (detail.streamer.displayName || detail.streamer.username);
  useDocumentTitle(detail?.stream ? `${detail.stream.title} · ${name}` : name);

  if (!detail && error) {
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return notFound;
    return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  }
  const slug = detail?.stream?.slug ?? LIVE_SLUG;
  const padding = inTheater ? 'px-4 sm:px-6 lg:px-10' : 'px-4 sm:px-6 lg:px-1';
  // A channel between two streams has no chat.
  const more = (
    <aside aria-label={t('live.moreChannels')}>
      {detail && <Beside except={detail.stream?.id ?? null} username={detail.streamer.username} />}
    </aside>
  );
  return (
    <div
      ref={stage}
      className={clsx(
        'lg:grid lg:grid-cols-[minmax(0,1fr)_auto] lg:grid-rows-[auto_auto_auto_1fr] [&:fullscreen]:block! [&:fullscreen]:max-w-none! [&:fullscreen]:overflow-hidden [&:fullscreen]:p-0!',
        inTheater
          ? 'lg:gap-x-2'
          : // No wider than the window's height allows, so that the title stays in view.
            'mx-auto lg:max-w-[max(64rem,calc((100dvh-var(--header-height)-8rem)*16/9+25rem))] lg:gap-x-6 lg:px-10',
      )}
    >
      <div
        className={clsx(
          // Above the links in cards, which have a level of their own.
          'z-20 aspect-video max-h-[calc(100dvh-var(--header-height)-4rem)] w-full overflow-hidden bg-black max-lg:portrait:sticky max-lg:portrait:top-(--header-height) in-[:fullscreen]:h-dvh! in-[:fullscreen]:max-h-none! in-[:fullscreen]:rounded-none!',
          inTheater ? 'lg:aspect-auto lg:h-dvh lg:max-h-none' : 'lg:rounded-media',
        )}
      >
        {detail ? (
          <StreamStage
            detail={detail}
            theater={theater}
            stage={stage}
            chat={{ active: chatOver, toggle: () => setChatOver(!chatOver) }}
            upcoming={upcoming}
            offer={offer}
            playhead={playhead}
            onState={onState}
            afterRecording={
              <AfterRecording>
                <Next detail={detail} />
              </AfterRecording>
            }
            tools={(position) => <Tools detail={detail} position={position} />}
          />
        ) : (
          <Skeleton className="size-full rounded-none" />
        )}
      </div>
      <div className={clsx('flex flex-col gap-5 py-4 in-[:fullscreen]:hidden lg:py-5', padding)}>
        {inTheater && (
          // The player has such a button too, but only while it plays.
          <Button variant="quiet" size="sm" className="self-end max-lg:hidden" onClick={theater.toggle}>
            <Minimize2 size={16} aria-hidden="true" />
            {t('live.theater.exit')}
          </Button>
        )}
        {detail ? (
          <StreamHeader
            detail={detail}
            path={`/s/${detail.streamer.username}/${slug}`}
            actions={<Actions detail={detail} position={() => playhead.current?.positionMs() ?? null} />}
            position={() => secondsOf(playhead.current?.positionMs())}
            followers={<Followers username={detail.streamer.username} />}
          />
        ) : (
          <HeaderSkeleton />
        )}
        {detail && <RecordingDetails detail={detail} onSeek={(seconds) => playhead.current?.seek(seconds)} />}
      </div>
      {detail && !detail.stream ? (
        <div className="px-4 pb-12 sm:px-6 lg:col-start-2 lg:row-span-4 lg:row-start-1 lg:w-76 lg:px-0 xl:w-80">
          {more}
        </div>
      ) : (
        <div
          className={clsx(
            'in-[:fullscreen]:fixed! in-[:fullscreen]:end-3 in-[:fullscreen]:top-3! in-[:fullscreen]:bottom-20 in-[:fullscreen]:z-30 in-[:fullscreen]:h-auto! in-[:fullscreen]:min-h-0! in-[:fullscreen]:w-76 in-[:fullscreen]:self-stretch! xl:in-[:fullscreen]:w-80 in-[:fullscreen]:max-w-[45%] in-[:fullscreen]:overflow-hidden in-[:fullscreen]:rounded-media in-[:fullscreen]:opacity-90 in-[:fullscreen]:has-[>[data-collapsed]]:bottom-auto!',
            !chatOver && 'in-[:fullscreen]:hidden',
            'h-[calc(100dvh-var(--header-height)-56.25vw)] min-h-88 has-[>[data-collapsed]]:h-auto has-[>[data-collapsed]]:min-h-0 lg:sticky lg:top-(--header-height) lg:col-start-2 lg:row-span-4 lg:row-start-1 lg:h-[calc(100dvh-var(--header-height)-1rem)] lg:self-start',
          )}
        >
          {detail ? (
            // Full screen shows nothing outside the page, such as menus at its end.
            <PortalContext value={fullscreen === null ? null : stage.current}>
              <Chat detail={detail} watchedAt={() => playhead.current?.dateMs() ?? null} />
            </PortalContext>
          ) : (
            <div className="lg:w-76 xl:w-80" />
          )}
        </div>
      )}
      <div className={clsx('flex flex-col gap-6 pb-12 in-[:fullscreen]:hidden max-lg:pt-6', padding)}>
        {detail && (
          <BelowRecording
            recording={Recording}
            detail={detail}
            onSeek={(seconds) => {
              playhead.current?.seek(seconds);
              // On a phone, the player stays in view.
              stage.current?.querySelector('[data-player]')?.scrollIntoView({ block: 'nearest' });
            }}
          />
        )}
        {detail && <About streamer={detail.streamer} />}
        {detail?.stream && more}
      </div>
    </div>
  );
}

interface BelowRecordingProps {
  detail: StreamDetail;
  recording: StreamPageProps['recording'];
  onSeek: (seconds: number) => void;
}

function BelowRecording({ recording: Recording, ...props }: BelowRecordingProps) {
  return useShownRecording(props.detail) && <Recording {...props} />;
}

/** Leaves room for the controls, which play the recording again. */
const AfterRecording = ({ children }: { children: ReactNode }) => (
  <div className="absolute inset-0 flex animate-fade items-center justify-center bg-scrim p-4 pt-3 pb-14 text-on-media empty:hidden sm:pb-16">
    {children}
  </div>
);

const secondsOf = (ms: number | null | undefined): number | null => (ms == null ? null : ms / 1000);

function HeaderSkeleton() {
  return (
    <div role="status" aria-label={t('live.loadingStream')} className="flex gap-4">
      <Skeleton className="size-13 shrink-0 rounded-full" />
      <div className="flex flex-1 flex-col gap-3 pt-1">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-4 w-2/5" />
      </div>
    </div>
  );
}

/** Lets the stream play on in the mini player where its page is left. @returns the player's `onState` */
function useMiniPlayer(address: StreamAddress, playhead: RefObject<Playhead | null>) {
  const kind = useRef<StateKind>('idle');
  const leave = useEffectEvent(() => {
    if (kind.current !== 'playing' && kind.current !== 'stalled') return;
    const ms = playhead.current?.positionMs() ?? null;
    const start = ms === null ? null : { seconds: ms / 1000 };
    miniPlayer.set({ shown: <MiniPlayer key={JSON.stringify(address)} address={address} start={start} /> });
  });
  // Before the player is gone, which knows its position.
  useLayoutEffect(() => {
    closeMiniPlayer();
    return () => leave();
  }, []);
  return (next: StateKind) => {
    kind.current = next;
  };
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
    void navigate({ to: '/s/$username/$slug', params, search: true, replace: true, resetScroll });
  }, [address, detail, client, navigate]);
}
