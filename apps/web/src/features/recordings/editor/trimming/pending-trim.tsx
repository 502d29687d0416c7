import type { RecordingTrim } from '@tributary/contracts/recordings';

/** How far the encoding of exact cuts is, or why it failed. */
export function PendingTrim({ pending }: Pick<RecordingTrim, 'pending'>) {
  if (pending === null) return null;
  const { share, failure } = pending;
  if (failure !== null) {
    return (
      <p role="alert" className="text-live text-sm">
        The recording is unchanged. {failure}
      </p>
    );
  }
  return (
    <div role="status" className="flex flex-col gap-1.5">
      <progress value={share} aria-label="Encoding the cuts" className="h-1.5 w-full" />
      <p className="text-muted text-sm">
        Encoding the cuts, {Math.floor(share * 100)} %. Viewers get the recording as it was until this is
        done. You can leave this page.
      </p>
    </div>
  );
}
