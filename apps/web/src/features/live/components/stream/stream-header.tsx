import { Link } from '@tanstack/react-router';
import type { StreamDetail } from '@tributary/contracts/live';
import type { ReactNode } from 'react';
import { formatRelative } from '@/lib/format/times.ts';
import { inSentence } from '@/lib/messages/in-sentence.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { CategoryLink } from '@/ui/media/category-link.tsx';
import { StreamLanguageName } from '@/ui/media/stream-language-name.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { ViewerCount } from '@/ui/media/viewer-count.tsx';
import { ShareButton } from '@/ui/share/share-button.tsx';
import type { Embed } from '@/ui/share/share-sheet.tsx';
import { Uptime } from '@/ui/time.tsx';
import { isRunning } from '../../api/stream-updates.ts';

interface StreamHeaderProps {
  detail: StreamDetail;
  path: string;
  actions: ReactNode;
  followers: ReactNode;
  /** In seconds of the recording; null: live, or nothing. */
  position: () => number | null;
}

/** The stream's title, streamer, viewers and duration. */
export function StreamHeader({ detail, path, actions, followers, position }: StreamHeaderProps) {
  const { stream, streamer } = detail;
  const name = streamer.displayName || streamer.username;
  const title = stream?.title ?? t('live.offlineTitle', { name });
  return (
    <header className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h1
          title={title}
          className="line-clamp-3 min-w-0 flex-1 basis-80 text-lg [overflow-wrap:anywhere] sm:text-xl"
        >
          {/* A right-to-left title keeps its direction but stays aligned with the streamer's name. */}
          {stream ? (
            <bdi lang={stream.language ?? undefined}>{title}</bdi>
          ) : (
            <Text k="live.isOffline" values={{ displayName: name, name: (words) => <bdi>{words}</bdi> }} />
          )}
        </h1>
        <p className="flex items-center gap-5 text-muted sm:pt-1">
          {stream && isRunning(detail) && (
            <>
              <ViewerCount viewers={stream.currentViewers} />
              <Uptime startedAt={stream.startedAt} />
            </>
          )}
          {stream?.endedAt && (
            <span>
              {t(stream.source === 'live' ? 'live.header.ended' : 'live.header.uploaded', {
                ago: inSentence(formatRelative(stream.endedAt)),
              })}
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-center gap-3">
          <Link
            to="/streamer/$username"
            params={{ username: streamer.username }}
            // A duplicate of the link beside it, for pointers only.
            tabIndex={-1}
            aria-hidden="true"
            className="shrink-0 rounded-full"
          >
            <Avatar name={name} src={streamer.avatarUrl} size={48} />
          </Link>
          <div className="min-w-0">
            <p className="flex min-w-0 items-center gap-1.5">
              <Link
                to="/streamer/$username"
                params={{ username: streamer.username }}
                className="min-w-0 font-semibold text-ink no-underline hover:text-accent"
              >
                <bdi className="block truncate">{name}</bdi>
              </Link>
              {streamer.isVerified && <VerifiedBadge />}
            </p>
            <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
              {stream && (
                <>
                  <span>
                    <CategoryLink category={stream.category} />
                    <StreamLanguageName language={stream.language} />
                  </span>
                  <span aria-hidden="true">·</span>
                </>
              )}
              {followers}
            </p>
          </div>
        </div>
        {/* On phones one row that scrolls: buttons that load late would begin a second one, and move all that is below. */}
        <div className="relative flex gap-2 max-sm:-m-1 max-sm:w-[calc(100%+0.5rem)] max-sm:overflow-x-auto max-sm:p-1 max-sm:[scrollbar-width:none] sm:flex-wrap max-sm:[&>*]:shrink-0 max-sm:[&>*]:px-3">
          {actions}
          <ShareButton path={path} title={title} embed={embedOf(detail, name)} position={position} />
        </div>
      </div>
      {stream && stream.tags.length > 0 && <Tags tags={stream.tags} />}
    </header>
  );
}

const addressPart = (words: ReactNode) => <code className="whitespace-nowrap">{words}</code>;

/** The player of the recording of a stream that has ended, or else of the channel. */
function embedOf({ state, stream, streamer }: StreamDetail, name: string): Embed {
  const options = <Text k="live.embed.options" values={{ code: addressPart }} />;
  if (state === 'ended' && stream?.recording != null && !stream.recording.isPrivate) {
    return {
      path: `/embed/stream/${stream.id}`,
      title: stream.title,
      description: (
        <>
          {t('live.embed.recording')} {options}
        </>
      ),
    };
  }
  return {
    path: `/embed/${encodeURIComponent(streamer.username)}`,
    title: name,
    description: (
      <>
        <Text k="live.embed.channel" values={{ displayName: name, name: (words) => <bdi>{words}</bdi> }} />{' '}
        {options}
      </>
    ),
  };
}

/** Each leads to the live streams that have it. */
function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <ul aria-label={t('live.tags')} className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to="/discover"
            search={{ tag }}
            className="flex h-7 items-center rounded-control bg-surface-2 px-2.5 text-muted text-sm no-underline transition-colors duration-(--duration-fast) hover:text-ink"
          >
            <bdi>{tag}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
