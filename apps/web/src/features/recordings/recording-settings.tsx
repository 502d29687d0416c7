import {
  RECORDING_DECISION_HOURS,
  recordingPolicy,
  type RecordingSettings as Settings,
} from '@tributary/contracts/recordings';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { useRecordingSettings, useSetRecordingPolicy } from './queries.ts';
import { StorageBar } from './storage-bar.tsx';

const POLICIES = {
  always: 'Always',
  ask: 'Ask me after each stream',
  never: 'Never',
} as const;

const HINTS = {
  always: 'Each recording plays on its stream’s page after the end.',
  ask: `A recording is private, and deleted after ${RECORDING_DECISION_HOURS} hours unless you keep it.`,
  never: 'While you’re live, you can still save a stream from Pro Studio.',
} as const;

/** Whether the channel is recorded, and the storage that its recordings use. */
export function RecordingSettings() {
  return (
    <Loaded query={useRecordingSettings()} height="h-24">
      {(settings) => <Controls settings={settings} />}
    </Loaded>
  );
}

function Controls({ settings }: { settings: Settings }) {
  const save = useSetRecordingPolicy();
  const { isEnabled, records, usedBytes, quotaBytes, retentionDays } = settings;
  const policy = (save.isPending ? save.variables : undefined) ?? records;
  if (!isEnabled) {
    return (
      <p className="rounded-media bg-surface-1 px-5 py-4 text-muted">
        This instance doesn’t record streams. To keep a copy, record in your encoder: in OBS, select Start
        Recording.
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-media bg-surface-1 px-5 py-4">
      <div className="w-full max-w-md">
        <Field label="Record my streams" hint={`${HINTS[policy]} A change applies to your next stream.`}>
          {(control) => (
            <Select
              {...control}
              value={policy}
              disabled={save.isPending}
              onChange={({ target }) => save.mutate(recordingPolicy.parse(target.value))}
            >
              {recordingPolicy.options.map((option) => (
                <option key={option} value={option}>
                  {POLICIES[option]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div className="flex w-full max-w-md flex-col gap-3">
        <StorageBar usedBytes={usedBytes} quotaBytes={quotaBytes} />
        {retentionDays > 0 && (
          <p className="text-muted text-sm">
            Recordings are deleted after {retentionDays} days. You’re told a week before.
          </p>
        )}
      </div>
    </div>
  );
}
