import {
  RECORDING_DECISION_HOURS,
  recordingPolicy,
  type RecordingSettings as Settings,
} from '@tributary/contracts/recordings';
import { t } from '@/lib/messages/t.ts';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { useRecordingSettings, useSetRecordingPolicy } from './queries.ts';
import { StorageBar } from './storage-bar.tsx';

const POLICIES = {
  always: t('recordings.settings.always'),
  ask: t('recordings.settings.ask'),
  never: t('recordings.settings.never'),
} as const;

const HINTS = {
  always: t('recordings.settings.alwaysHint'),
  ask: t('recordings.settings.askHint', { hours: RECORDING_DECISION_HOURS }),
  never: t('recordings.settings.neverHint'),
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
    return <p className="rounded-media bg-surface-1 px-5 py-4 text-muted">{t('recordings.settings.off')}</p>;
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-media bg-surface-1 px-5 py-4">
      <div className="w-full max-w-md">
        <Field label={t('recordings.settings.record')} hint={HINTS[policy]}>
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
          <p className="text-muted text-sm">{t('recordings.settings.retention', { days: retentionDays })}</p>
        )}
      </div>
    </div>
  );
}
