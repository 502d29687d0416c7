import type { Recording } from '@tributary/contracts';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { useEditRecording } from './queries.ts';

const TITLE_MAX = 140;

/** The button that renames a recording, and its dialog. */
export function RenameDialog({ recording: { streamId, title } }: { recording: Recording }) {
  const edit = useEditRecording();
  const [text, setText] = useState<string | null>(null);
  const close = () => setText(null);
  const save = () =>
    edit.mutate({ id: streamId, edit: { title: (text ?? title).trim() } }, { onSuccess: close });
  return (
    <>
      <Button variant="secondary" aria-label={`Rename ${title}`} onClick={() => setText(title)}>
        Rename
      </Button>
      <Dialog
        title="Rename recording"
        description="The stream’s page shows the new title. Its address stays."
        open={text !== null}
        onOpenChange={(open) => !open && close()}
      >
        <form
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Field label="Title">
            {(control) => (
              <Input
                {...control}
                dir="auto"
                required
                maxLength={TITLE_MAX}
                value={text ?? ''}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
          <div className="flex flex-wrap justify-end gap-2">
            <Button type="button" variant="quiet" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" busy={edit.isPending} disabled={!text?.trim()}>
              Save
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
