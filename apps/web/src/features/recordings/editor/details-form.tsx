import type { Recording } from '@tributary/contracts/recordings';
import { RECORDING_DESCRIPTION_MAX, RECORDING_TITLE_MAX } from '@tributary/contracts/recordings';
import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Textarea } from '@/ui/forms/inputs.tsx';
import { useEditRecording } from '../queries.ts';

export function DetailsForm({ recording }: { recording: Recording }) {
  const { streamId: id } = recording;
  const edit = useEditRecording();
  const [title, setTitle] = useState(recording.title);
  const [description, setDescription] = useState(recording.description);
  const isChanged = title.trim() !== recording.title || description.trim() !== recording.description;
  const save = () =>
    edit.mutate(
      { id, edit: { title, description } },
      { onSuccess: () => toast.success(t('recordings.saved')) },
    );
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field label={t('recordings.details.titleField')} hint={t('recordings.details.titleHint')}>
        {(control) => (
          <Input
            {...control}
            dir="auto"
            required
            maxLength={RECORDING_TITLE_MAX}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </Field>
      <Field label={t('recordings.details.description')}>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            maxLength={RECORDING_DESCRIPTION_MAX}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={edit.isPending} disabled={!isChanged || title.trim() === ''}>
          {t('recordings.details.save')}
        </Button>
      </div>
    </form>
  );
}
