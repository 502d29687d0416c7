import type { RecordingSettings } from '@tributary/contracts/recordings';
import { clsx } from 'clsx';
import { formatBytes } from '@/lib/format-bytes.ts';

const PARTS = [
  { key: 'recordings', label: 'Recordings', color: 'bg-accent' },
  { key: 'uploads', label: 'Uploads', color: 'bg-green' },
  { key: 'clips', label: 'Clips', color: 'bg-amber' },
] as const;

/** From this part of the quota on, a creator should make room. */
const NEARLY_FULL = 0.9;

/** What a channel stores, against its quota. */
export function StorageBar({ usedBytes, quotaBytes }: Pick<RecordingSettings, 'usedBytes' | 'quotaBytes'>) {
  const used = PARTS.reduce((sum, { key }) => sum + usedBytes[key], 0);
  const whole = Math.max(used, quotaBytes ?? 0, 1);
  const limit = quotaBytes === null ? '' : ` of ${formatBytes(quotaBytes)}`;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p>
        {formatBytes(used)}
        {limit} used
      </p>
      <div aria-hidden="true" className="flex h-2 overflow-hidden rounded-full bg-surface-3">
        {PARTS.map(({ key, color }) => (
          <span key={key} className={color} style={{ width: `${(usedBytes[key] / whole) * 100}%` }} />
        ))}
      </div>
      {quotaBytes !== null && used >= quotaBytes * NEARLY_FULL && (
        <p className={used >= quotaBytes ? 'text-live' : 'text-amber'}>
          {used >= quotaBytes
            ? 'Your storage is full, so your streams aren’t recorded. Delete recordings or clips to make room.'
            : 'Your storage is almost full. Once it is, your streams are no longer recorded. Delete recordings or clips to make room.'}
        </p>
      )}
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted">
        {PARTS.map(({ key, label, color }) => (
          <li key={key} className="flex items-center gap-2">
            <span aria-hidden="true" className={clsx('size-2 rounded-full', color)} />
            {label} {formatBytes(usedBytes[key])}
          </li>
        ))}
      </ul>
    </div>
  );
}
