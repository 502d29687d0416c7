import { Link } from '@tanstack/react-router';
import type { StreamDetail } from '@tributary/contracts/live';
import type { ComponentType, ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { Image } from '@/ui/media/image.tsx';
import { Ago } from '@/ui/time.tsx';
import { VideoMessage } from '../player/player-notice.tsx';

/** In the place of a player, for a stream that an admin hides. */
export function HiddenStream() {
  return (
    <div className="relative size-full bg-black" data-player data-state="hidden">
      <VideoMessage>
        <p className="font-display font-semibold text-lg sm:text-xl">{t('live.hidden')}</p>
        <p className="opacity-90">{t('live.hidden.text')}</p>
      </VideoMessage>
    </div>
  );
}

export type Upcoming = ComponentType<{ username: string }>;

interface NothingToPlayProps {
  detail: StreamDetail;
  /** In a page of another site. */
  embedded: boolean;
  /** When an offline channel streams next. */
  upcoming: Upcoming | undefined;
  /** More buttons. */
  children: ReactNode;
}

/** In the place of a player, where a stream has ended without a recording, or a channel is offline. */
export function NothingToPlay({ detail, embedded, upcoming: Upcoming, children }: NothingToPlayProps) {
  const { state, stream, streamer, last = null } = detail;
  return (
    <div className="relative size-full bg-black" data-player data-state={state}>
      {(stream ?? last) && (
        <Image src={(stream ?? last)?.thumbnailUrl ?? null} alt="" className="size-full opacity-50" />
      )}
      <VideoMessage>
        <p className="font-display font-semibold text-lg sm:text-xl">
          {stream ? (
            t('live.ended')
          ) : (
            <Text
              k="live.isOffline"
              values={{
                displayName: streamer.displayName || streamer.username,
                name: (words) => <bdi>{words}</bdi>,
              }}
            />
          )}
        </p>
        {stream?.recording?.isPrivate && <p className="opacity-90">{t('live.private')}</p>}
        {!stream && (
          <p className="opacity-90">
            {last?.source === 'live' && (
              <>
                <Text
                  k="live.last.ended"
                  values={{
                    name: last.title,
                    title: (words) => <bdi>{words}</bdi>,
                    time: () => <Ago at={last.endedAt} inSentence />,
                  }}
                />{' '}
              </>
            )}
            {t('live.next')}
          </p>
        )}
        {!stream && Upcoming && <Upcoming username={streamer.username} />}
        {last && (
          <Button asChild variant="secondary">
            <Link
              to="/s/$username/$slug"
              params={{ username: streamer.username, slug: last.slug }}
              {...(embedded && { target: '_blank', rel: 'noopener' })}
            >
              {last.source === 'live' ? t('live.watchRecording') : t('live.watchVideo')}
            </Link>
          </Button>
        )}
        {children}
      </VideoMessage>
    </div>
  );
}
