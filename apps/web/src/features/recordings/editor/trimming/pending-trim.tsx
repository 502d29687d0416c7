import type { RecordingTrim } from '@tributary/contracts/recordings';
import { t } from '@/lib/messages/t.ts';

/** How far the encoding of exact cuts is, or why it failed. */
export function PendingTrim({ pending }: Pick<RecordingTrim, 'pending'>) {
  if (pending === null) return null;
  const { share, failure } = pending;
  if (failure !== null) {
    return (
      <p role="alert" className="text-live text-sm">
        {t('recordings.trim.unchanged', { failure })}
      </p>
    );
  }
  return (
    <div role="status" className="flex flex-col gap-1.5">
      <progress value={share} aria-label={t('recordings.trim.encoding')} className="h-1.5 w-full" />
      <p className="text-muted text-sm">
        {t('recordings.trim.encodingNow', { percent: Math.floor(share * 100) })}
      </p>
    </div>
  );
}
