import type { StreamDetail } from '@tributary/contracts/live';
import type { Chapter } from '@tributary/contracts/shared';
import { Download } from 'lucide-react';
import { formatCount } from '@/lib/format/numbers.ts';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { LinkedText } from '@/ui/linked-text.tsx';

interface RecordingDetailsProps {
  detail: StreamDetail;
  onSeek: (seconds: number) => void;
}

/** The recording of an ended stream that this person may see; null: there is none. */
export function useShownRecording({ state, stream, streamer }: StreamDetail) {
  const { user } = useSession();
  const recording = stream?.recording;
  if (!recording || stream.isHidden || state !== 'ended') return null;
  const isOwn = user !== null && (user.id === streamer.id || user.roles.includes('admin'));
  return recording.isPrivate && !isOwn ? null : { id: stream.id, recording, isOwn };
}

/** Description, chapters and files of an ended stream's recording, below the player. */
export function RecordingDetails({ detail, onSeek }: RecordingDetailsProps) {
  const shown = useShownRecording(detail);
  if (shown === null) return null;
  const { id, recording, isOwn } = shown;
  const isReady = recording.durationMs !== null;
  const downloadUrl = recording.downloadUrl ?? (isOwn ? `/recordings/${id}/download.mp4` : null);
  const { views, description, chapters } = recording;
  return (
    <section
      aria-label={t('live.recording.about')}
      className="flex flex-col gap-4 rounded-media bg-surface-1 p-4 sm:p-5"
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <p className="font-semibold tabular-nums">
          {views === 0
            ? t('live.recording.noViews')
            : t('live.recording.views', { count: views, shown: formatCount(views) })}
        </p>
        {isReady && downloadUrl !== null && (
          <Button asChild variant="secondary" size="sm">
            <a href={downloadUrl} download>
              <Download size={16} aria-hidden="true" />
              {t('live.recording.download')}
            </a>
          </Button>
        )}
      </div>
      {description !== '' && <LinkedText text={description} />}
      {chapters.length > 0 && <Chapters chapters={chapters} onSeek={onSeek} />}
    </section>
  );
}

function Chapters({ chapters, onSeek }: { chapters: readonly Chapter[]; onSeek: (seconds: number) => void }) {
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-base">{t('live.recording.chapters')}</h2>
      <ol className="-mx-2 flex flex-col">
        {chapters.map(({ startMs, title }) => (
          <li key={startMs}>
            <button
              type="button"
              className="flex min-h-9 w-full items-baseline gap-3 rounded-control px-2 py-1.5 text-start transition-colors duration-(--duration-fast) hover:bg-surface-2"
              onClick={() => onSeek(startMs / 1000)}
            >
              <span className="shrink-0 text-accent tabular-nums">{formatClock(startMs / 1000)}</span>
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{title}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
