import type { RecordingSettings } from '@tributary/contracts/recordings';
import { clsx } from 'clsx';
import { formatBytes } from '@/lib/format/bytes.ts';
import { t } from '@/lib/messages/t.ts';

const PARTS = [
  { key: 'recordings', color: 'bg-accent' },
  { key: 'uploads', color: 'bg-green' },
  { key: 'clips', color: 'bg-amber' },
] as const;

const sizeOf = (key: (typeof PARTS)[number]['key'], bytes: number): string => {
  const size = formatBytes(bytes);
  if (key === 'recordings') return t('recordings.storage.recordings', { size });
  return key === 'uploads'
    ? t('recordings.storage.uploads', { size })
    : t('recordings.storage.clips', { size });
};

/** From this part of the quota on, a creator should make room. */
const NEARLY_FULL = 0.9;

/** What a channel stores, against its quota. */
export function StorageBar({ usedBytes, quotaBytes }: Pick<RecordingSettings, 'usedBytes' | 'quotaBytes'>) {
  const used = PARTS.reduce((sum, { key }) => sum + usedBytes[key], 0);
  const whole = Math.max(used, quotaBytes ?? 0, 1);
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p>
        {quotaBytes === null
          ? t('recordings.storage.used', { used: formatBytes(used) })
          : t('recordings.storage.usedOf', { used: formatBytes(used), quota: formatBytes(quotaBytes) })}
      </p>
      <div aria-hidden="true" className="flex h-2 overflow-hidden rounded-full bg-surface-3">
        {PARTS.map(({ key, color }) => (
          <span key={key} className={color} style={{ width: `${(usedBytes[key] / whole) * 100}%` }} />
        ))}
      </div>
      {quotaBytes !== null && used >= quotaBytes * NEARLY_FULL && (
        <p className={used >= quotaBytes ? 'text-live' : 'text-amber'}>
          {used >= quotaBytes ? t('recordings.storage.full') : t('recordings.storage.nearlyFull')}
        </p>
      )}
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted">
        {PARTS.map(({ key, color }) => (
          <li key={key} className="flex items-center gap-2">
            <span aria-hidden="true" className={clsx('size-2 rounded-full', color)} />
            {sizeOf(key, usedBytes[key])}
          </li>
        ))}
      </ul>
    </div>
  );
}
