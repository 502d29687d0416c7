import { Link } from '@tanstack/react-router';
import type { Clip } from '@tributary/contracts/clips';
import { Scissors } from 'lucide-react';
import { type ComponentType, type ReactNode, type Ref, useRef } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';
import { Container } from '@/ui/layout.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { CategoryLink } from '@/ui/media/category-link.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { ReportButton } from '@/ui/report/report-button.tsx';
import { ShareButton } from '@/ui/share/share-button.tsx';
import { Ago } from '@/ui/time.tsx';
import { countView, useClip } from '../api/queries.ts';
import { DeleteClipButton } from './delete-clip-button.tsx';
import { NextClipButton } from './more-clips.tsx';

interface Playhead {
  /** The wall time of the frame on the screen; null while unknown. */
  dateMs(): number | null;
}

/** Plays a clip in the box around it. The app passes in the player. */
export type ClipPlayer = ComponentType<{
  clip: Clip;
  embedded?: boolean;
  onWatched: () => void;
  playhead?: Ref<Playhead>;
}>;

/** Whether the clip is missing, since it can be deleted while viewers watch it. */
const isMissing = (error: Error | null) =>
  error instanceof ApiProblem && (error.status === 404 || error.status === 400);

const MISSING = t('clips.missing');

interface ClipPageProps {
  id: string;
  player: ClipPlayer;
  /** The chat of the stream at that time. */
  chat: ComponentType<{ clip: Clip; watchedAt: () => number | null }>;
  /** The follow button of the clip's channel. */
  follow: ComponentType<{ clip: Clip }>;
  /** The content below the clip. */
  more: ReactNode;
  onDeleted: () => void;
}

/** A clip, its creator, and a link to its stream. */
export function ClipPage({ id, player: Player, chat: Chat, follow, more, onDeleted }: ClipPageProps) {
  const { data: clip, error, refetch } = useClip(id);
  useDocumentTitle(clip?.title ?? t('clips.clip'));
  const playhead = useRef<Playhead>(null);
  if (isMissing(error)) return <ClipNotFound />;
  if (!clip && error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  return (
    <Container
      width="page"
      className="flex flex-col gap-5 sm:pt-6 lg:grid lg:grid-cols-[minmax(0,1fr)_auto] lg:grid-rows-[auto_auto_1fr] max-sm:px-0"
    >
      <div className="aspect-video max-h-[75dvh] w-full overflow-hidden bg-black sm:rounded-media">
        {clip && <Player clip={clip} playhead={playhead} onWatched={() => countView(clip.id)} />}
      </div>
      {clip ? (
        <About clip={clip} follow={follow} onDeleted={onDeleted} />
      ) : (
        <div className="flex justify-center py-10">
          <Spinner label={t('clips.loading')} size={40} />
        </div>
      )}
      <aside className="h-96 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:h-[min(75dvh,45rem)] lg:w-80">
        {clip && <Chat clip={clip} watchedAt={() => playhead.current?.dateMs() ?? null} />}
      </aside>
      {clip && <div className="min-w-0 max-sm:px-4">{more}</div>}
    </Container>
  );
}

function ClipNotFound() {
  return (
    <Container width="page" className="flex flex-col gap-6 py-8">
      <h1 className="text-xl">{t('clips.clip')}</h1>
      <EmptyState
        icon={Scissors}
        title={t('clips.notFound')}
        actions={
          <Button asChild>
            <Link to="/discover">{t('app.missing.browse')}</Link>
          </Button>
        }
      >
        {MISSING}
      </EmptyState>
    </Container>
  );
}

interface AboutProps extends Pick<ClipPageProps, 'follow' | 'onDeleted'> {
  clip: Clip;
}

function About({ clip, follow: Follow, onDeleted }: AboutProps) {
  const { streamer, stream, creator, views } = clip;
  const name = streamer.displayName || streamer.username;
  return (
    <div className="flex flex-col gap-4 max-sm:px-4">
      <div>
        <h1 className="text-lg [overflow-wrap:anywhere] sm:text-xl">
          <bdi>{clip.title}</bdi>
        </h1>
        <p className="mt-1 text-muted text-sm tabular-nums">
          <Text
            k="clips.clipBy"
            values={{ name: () => <bdi>{creator.displayName || creator.username}</bdi> }}
          />
          {views > 0 && ` · ${t('clips.views', { count: views, shown: formatCount(views) })}`}
          {' · '}
          <Ago at={clip.createdAt} />
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={name} src={streamer.avatarUrl} size={48} />
          <div className="min-w-0">
            <p className="flex items-center gap-1.5">
              <Link
                to="/streamer/$username"
                params={{ username: streamer.username }}
                className="min-w-0 py-0.5 font-semibold text-ink no-underline hover:text-accent"
              >
                <bdi className="block truncate">{name}</bdi>
              </Link>
              {streamer.isVerified && <VerifiedBadge />}
            </p>
            <p className="text-muted text-sm">
              <CategoryLink category={clip.category} />
            </p>
          </div>
          <Follow clip={clip} />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link
              to="/s/$username/$slug"
              params={{ username: streamer.username, slug: stream.slug }}
              search={stream.positionMs === null ? {} : { t: `${Math.floor(stream.positionMs / 1000)}s` }}
            >
              {t('clips.watchStream')}
            </Link>
          </Button>
          <NextClipButton clip={clip} />
          <ShareButton
            path={`/clips/${clip.id}`}
            title={clip.title}
            embed={stream.gate === null ? embedOf(clip) : undefined}
          />
          <ReportButton target={{ kind: 'clip', id: clip.id }} what={t('clips.report.what')} />
          <DeleteClipButton clip={clip} onDeleted={onDeleted} />
        </div>
      </div>
    </div>
  );
}

const embedOf = ({ id, title }: Clip) => ({
  path: `/embed/clip/${id}`,
  title,
  description: t('clips.embed'),
});

/** A clip in a page of another site: the player, and a caption that links to the clip's page. */
export function ClipEmbed({ id, player: Player }: Pick<ClipPageProps, 'id' | 'player'>) {
  const { data: clip, error, refetch } = useClip(id);
  useDocumentTitle(clip?.title ?? t('clips.clip'));
  if (isMissing(error)) {
    return (
      <div className="flex h-dvh items-center justify-center bg-black p-4 text-center text-on-media">
        <h1 className="text-base">{MISSING}</h1>
      </div>
    );
  }
  if (!clip && error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  if (!clip) return null;
  return (
    <div className="group relative h-dvh overflow-hidden bg-black text-on-media">
      <Player clip={clip} embedded onWatched={() => countView(clip.id)} />
      <div className="pointer-events-none absolute inset-x-0 top-0 flex bg-linear-to-b from-media-shade to-transparent p-3 pb-10 opacity-0 transition-opacity duration-(--duration-slow) group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100">
        <a
          href={`/clips/${clip.id}`}
          target="_blank"
          rel="noopener"
          className="pointer-events-auto min-w-0 rounded-control text-on-media no-underline"
        >
          <h1 className="truncate text-base">
            <bdi>{clip.title}</bdi>
          </h1>
          <span className="text-sm">
            <bdi>{clip.streamer.displayName || clip.streamer.username}</bdi>
          </span>
        </a>
      </div>
    </div>
  );
}
