import {
  type Recording,
  type RecordingVisibility,
  recordingVisibility,
} from '@tributary/contracts/recordings';
import { useState } from 'react';
import { formatAppointment } from '@/lib/format/appointments.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Select } from '@/ui/forms/inputs.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useEditRecording } from '../queries.ts';
import { VISIBILITY } from '../recording-words.ts';

const MEANING: Readonly<Record<RecordingVisibility, string>> = {
  public: t('recordings.audience.public'),
  unlisted: t('recordings.audience.unlisted'),
  subscribers: t('recordings.audience.subscribers'),
  private: t('recordings.audience.private'),
};

interface AudienceFormProps {
  recording: Recording;
  offersTier: boolean;
}

export function AudienceForm({ recording, offersTier }: AudienceFormProps) {
  const { streamId: id, visibility, eventId, publishAt, allowsDownload } = recording;
  const edit = useEditRecording();
  const change = (next: Parameters<typeof edit.mutate>[0]['edit'], done: string) =>
    edit.mutate({ id, edit: next }, { onSuccess: () => toast.success(done) });
  const hint = eventId === null ? MEANING[visibility] : t('recordings.audience.event');
  const cannotGate = !offersTier && visibility !== 'subscribers';
  return (
    <div className="flex flex-col gap-5">
      <Field
        label={t('recordings.audience.visibility')}
        hint={cannotGate ? t('recordings.audience.needsTier', { hint }) : hint}
      >
        {(control) => (
          <Select
            {...control}
            value={visibility}
            disabled={edit.isPending}
            onChange={({ target }) =>
              change(
                { visibility: recordingVisibility.parse(target.value) },
                t('recordings.audience.changed'),
              )
            }
          >
            {recordingVisibility.options.map((option) => (
              <option
                key={option}
                value={option}
                disabled={option === 'subscribers' && (cannotGate || eventId !== null)}
              >
                {VISIBILITY[option]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {visibility === 'private' && (
        <Schedule key={publishAt} publishAt={publishAt} onChange={change} busy={edit.isPending} />
      )}
      <Switch
        label={t('recordings.audience.downloads')}
        hint={t('recordings.audience.downloadsHint')}
        checked={allowsDownload}
        disabled={edit.isPending}
        onChange={(allows) =>
          change(
            { allowsDownload: allows },
            allows ? t('recordings.audience.downloadsOn') : t('recordings.audience.downloadsOff'),
          )
        }
      />
    </div>
  );
}

interface ScheduleProps {
  publishAt: string | null;
  busy: boolean;
  onChange: (edit: { publishAt: string | null }, done: string) => void;
}

/** When the recording becomes public, in the user's time zone. */
function Schedule({ publishAt, busy, onChange }: ScheduleProps) {
  const [text, setText] = useState('');
  const at = text === '' ? null : new Date(text);
  if (publishAt !== null) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-media bg-surface-1 px-5 py-4">
        <p className="text-sm">{t('recordings.audience.publicOn', { time: formatAppointment(publishAt) })}</p>
        <Button
          variant="secondary"
          size="sm"
          busy={busy}
          onClick={() => onChange({ publishAt: null }, t('recordings.audience.staysPrivate'))}
        >
          {t('recordings.audience.keepPrivate')}
        </Button>
      </div>
    );
  }
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (at !== null) onChange({ publishAt: at.toISOString() }, t('recordings.audience.scheduled'));
      }}
    >
      <div className="min-w-56 flex-1">
        <Field label={t('recordings.audience.makePublic')} hint={t('recordings.audience.timeZone')}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      </div>
      <div className="pb-9">
        <Button type="submit" variant="secondary" busy={busy} disabled={at === null}>
          {t('recordings.audience.schedule')}
        </Button>
      </div>
    </form>
  );
}
