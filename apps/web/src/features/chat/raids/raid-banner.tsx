import { Link } from '@tanstack/react-router';
import type { StreamerSummary } from '@tributary/contracts/channels';
import { type ChatRaid, RAID_EARLIEST_SECONDS, RAID_SECONDS } from '@tributary/contracts/chat';
import { LIVE_SLUG, type StreamId } from '@tributary/contracts/shared';
import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { freeAfter, useStanding } from '../api/moderation.ts';
import { useWait } from '../api/use-wait.ts';
import { BANNER } from '../components/room/keep-focus.ts';
import { cancelRaid, departRaid, nameOf, useRaid } from './use-raid.ts';

interface RaidBannerProps {
  streamId: StreamId;
  streamer: StreamerSummary;
  viewers: number;
  /** Whether the stream is being played; null: this page plays nothing. */
  isPlaying: () => boolean | null;
  /** Whether it is shown beside a hidden chat. */
  floats?: boolean;
}

/** The raid that moves the viewers of a stream, and that each of them may leave. */
export function RaidBanner({ streamId, streamer, viewers, isPlaying, floats = false }: RaidBannerProps) {
  const { raid, isStaying, stay } = useRaid(streamId, streamer, isPlaying);
  const canSteer = useStanding(streamId)?.powers.includes('raids') ?? false;
  const left = useWait(useMemo(() => freeAfter(raid?.leftMs ?? 0), [raid]));
  if (raid === null) return null;
  const { target, state } = raid;
  const name = nameOf(target);
  const isPending = state === 'pending';
  return (
    <section
      {...BANNER}
      aria-label={t('chat.raid.raid')}
      className={clsx(
        'flex flex-col gap-3 bg-accent-soft p-3 text-sm',
        floats
          ? 'fixed end-4 bottom-4 z-30 w-72 rounded-media bg-surface-3! shadow-float'
          : 'mx-2 mb-1 shrink-0 rounded-control',
      )}
    >
      <div className="flex items-center gap-3">
        <Avatar name={name} src={target.avatarUrl} size={36} />
        <div className="min-w-0">
          <p role="status" className="[overflow-wrap:anywhere]">
            <Text
              k={isPending ? 'chat.raid.raiding' : 'chat.raid.went'}
              values={{ name: () => <bdi className="font-semibold">{name}</bdi> }}
            />
          </p>
          {isPending && (
            <p className="text-muted tabular-nums">
              {t('chat.raid.countdown', { count: viewers, left, shown: formatCount(viewers) })}
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isStaying ? (
          <p role="status" className="text-muted">
            {t('chat.raid.staying')}
          </p>
        ) : (
          <Button size="sm" variant="secondary" onClick={stay}>
            {t('chat.raid.stay')}
          </Button>
        )}
        {!isPending && (
          <Button size="sm" asChild>
            <Link
              to="/s/$username/$slug"
              params={{ username: target.username, slug: LIVE_SLUG }}
              state={{ via: 'raid' }}
            >
              {t('chat.raid.watch', { name })}
            </Link>
          </Button>
        )}
        {isPending && canSteer && <Controls streamId={streamId} raid={raid} left={left} />}
      </div>
    </section>
  );
}

/** The buttons for moderators. */
function Controls({ streamId, raid, left }: { streamId: StreamId; raid: ChatRaid; left: number }) {
  const [busy, setBusy] = useState<'now' | 'cancel' | null>(null);
  const run = async (what: 'now' | 'cancel') => {
    setBusy(what);
    try {
      await (what === 'now' ? departRaid(streamId) : cancelRaid(streamId));
    } catch (error) {
      toast.failure(t('chat.act.failed'), error);
    }
    setBusy(null);
  };
  return (
    <>
      <Button
        size="sm"
        // Viewers need some time to decide.
        disabled={left > RAID_SECONDS - RAID_EARLIEST_SECONDS}
        busy={busy === 'now'}
        aria-label={t('chat.raid.nowNamed', { name: nameOf(raid.target) })}
        onClick={() => void run('now')}
      >
        {t('chat.raid.now')}
      </Button>
      <Button size="sm" variant="quiet" busy={busy === 'cancel'} onClick={() => void run('cancel')}>
        {t('chat.raid.cancel')}
      </Button>
    </>
  );
}
