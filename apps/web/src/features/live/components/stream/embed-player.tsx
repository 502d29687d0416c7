import type { StreamDetail } from '@tributary/contracts/live';
import { LIVE_SLUG } from '@tributary/contracts/shared';
import type { ReactNode } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { useInstance } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import type { StreamAddress } from '../../api/stream-query.ts';
import { useWatchedStream } from '../../api/use-stream.ts';
import type { StartOptions } from '../../engine/live/player-types.ts';
import { StreamStage } from './stream-stage.tsx';

interface EmbedPlayerProps {
  address: StreamAddress;
  startOptions: StartOptions;
  notFound: ReactNode;
}

/** A stream in a page of another site: the player, and a caption that links to the stream's page. */
export function EmbedPlayer({ address, startOptions, notFound }: EmbedPlayerProps) {
  const { data: detail, error, refetch } = useWatchedStream(address);
  useDocumentTitle(detail && titleOf(detail));
  if (!detail && error) {
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return notFound;
    return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  }
  return (
    <div className="group relative h-dvh [--notice-top:4.5rem] overflow-hidden bg-black text-on-media">
      {detail ? (
        <>
          <StreamStage detail={detail} startOptions={startOptions} />
          <Caption detail={detail} />
        </>
      ) : (
        <div className="flex size-full items-center justify-center">
          <Spinner label={t('live.loadingStream')} size={40} />
        </div>
      )}
    </div>
  );
}

const nameOf = ({ streamer }: StreamDetail) => streamer.displayName || streamer.username;
const titleOf = (detail: StreamDetail) =>
  detail.stream?.title ?? t('live.offlineTitle', { name: nameOf(detail) });

/** Visible on hover and focus, and always on touch screens. */
function Caption({ detail }: { detail: StreamDetail }) {
  const { stream, streamer } = detail;
  const instance = useInstance().data?.name;
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 flex bg-linear-to-b from-media-shade to-transparent p-3 pb-10 opacity-0 transition-opacity duration-(--duration-slow) group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100">
      <a
        href={`/s/${encodeURIComponent(streamer.username)}/${stream?.slug ?? LIVE_SLUG}`}
        target="_blank"
        rel="noopener"
        className="pointer-events-auto flex min-w-0 items-center gap-3 rounded-control text-on-media no-underline"
      >
        <Avatar name={nameOf(detail)} src={streamer.avatarUrl} size={36} />
        <span className="min-w-0">
          <h1 className="truncate text-base">
            <bdi>{titleOf(detail)}</bdi>
          </h1>
          <span className="flex items-center gap-1.5 text-sm">
            <bdi className="truncate">{nameOf(detail)}</bdi>
            {streamer.isVerified && <VerifiedBadge size={15} />}
            {instance && (
              <span className="truncate">
                · <Text k="live.watchOn" values={{ instance, name: (words) => <bdi>{words}</bdi> }} />
              </span>
            )}
          </span>
        </span>
      </a>
    </div>
  );
}
