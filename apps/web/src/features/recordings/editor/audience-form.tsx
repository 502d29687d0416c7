import {
  type Recording,
  type RecordingVisibility,
  recordingVisibility,
} from '@tributary/contracts/recordings';
import { useState } from 'react';
import { formatAppointment } from '@/lib/dates.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Select } from '@/ui/forms/inputs.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useEditRecording } from '../queries.ts';
import { VISIBILITY } from '../recording-words.ts';

const MEANING: Readonly<Record<RecordingVisibility, string>> = {
  public: 'Everybody can find and watch it.',
  unlisted: 'Everybody with the link can watch it. It’s in no list.',
  subscribers: 'Only subscribers of any of your tiers can watch it.',
  private: 'Only you and admins can watch it. Its clips are hidden.',
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
  const hint =
    eventId === null ? MEANING[visibility] : 'Only holders of a ticket for the event can watch it.';
  const cannotGate = !offersTier && visibility !== 'subscribers';
  return (
    <div className="flex flex-col gap-5">
      <Field
        label="Visibility"
        hint={cannotGate ? `${hint} Create a tier to offer it to subscribers.` : hint}
      >
        {(control) => (
          <Select
            {...control}
            value={visibility}
            disabled={edit.isPending}
            onChange={({ target }) =>
              change({ visibility: recordingVisibility.parse(target.value) }, 'Visibility changed')
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
        label="Allow downloads"
        hint="Those who may watch it can save it as an MP4 file. You always can."
        checked={allowsDownload}
        disabled={edit.isPending}
        onChange={(allows) =>
          change({ allowsDownload: allows }, allows ? 'Downloads allowed' : 'Downloads turned off')
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
        <p className="text-sm">Becomes public on {formatAppointment(publishAt)}.</p>
        <Button
          variant="secondary"
          size="sm"
          busy={busy}
          onClick={() => onChange({ publishAt: null }, 'It stays private')}
        >
          Keep private
        </Button>
      </div>
    );
  }
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (at !== null) onChange({ publishAt: at.toISOString() }, 'Publication scheduled');
      }}
    >
      <div className="min-w-56 flex-1">
        <Field label="Make public on" hint="In your time zone.">
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
          Schedule
        </Button>
      </div>
    </form>
  );
}
