import type { RecordingSettings as Settings } from '@tributary/contracts';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { formatBytes } from './format-bytes.ts';
import { useRecordingSettings, useSetRecords } from './queries.ts';

/** Whether the channel is recorded, and the storage that its recordings use. */
export function RecordingSettings() {
  return (
    <Loaded query={useRecordingSettings()} height="h-24">
      {(settings) => <Controls settings={settings} />}
    </Loaded>
  );
}

function Controls({ settings }: { settings: Settings }) {
  const save = useSetRecords();
  const { isEnabled, records, usedBytes, quotaBytes, retentionDays } = settings;
  if (!isEnabled) {
    return (
      <p className="rounded-media bg-surface-1 px-5 py-4 text-muted">
        This instance doesn’t record streams. To keep a copy, record in your encoder: in OBS, select Start
        Recording.
      </p>
    );
  }
  const limit = quotaBytes === null ? '' : ` of ${formatBytes(quotaBytes)}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-media bg-surface-1 px-5 py-4">
      <div className="w-full max-w-md">
        <Switch
          label="Record my streams"
          checked={(save.isPending ? save.variables : undefined) ?? records}
          onChange={(next) => !save.isPending && save.mutate(next)}
        />
        <p className="mt-1 text-muted text-sm">A change applies to your next stream.</p>
      </div>
      <p className="text-muted text-sm">
        {formatBytes(usedBytes)}
        {limit} used.{' '}
        {retentionDays > 0 &&
          `Recordings are deleted after ${retentionDays} days. You’re told a week before.`}
      </p>
    </div>
  );
}
