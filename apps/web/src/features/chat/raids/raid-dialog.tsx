import type { StreamId } from '@tributary/contracts';
import { useId, useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { startRaid } from './use-raid.ts';

interface RaidDialogProps {
  streamId: StreamId;
  open: boolean;
  onClose: () => void;
}

/** Starts a raid. */
export function RaidDialog({ streamId, open, onClose }: RaidDialogProps) {
  const formId = useId();
  const [username, setUsername] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await startRaid(streamId, username.trim().replace(/^@/, ''));
      setUsername('');
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <Dialog
      title="Raid another channel"
      description="Your viewers move there after a minute, unless they choose to stay."
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            Start raid
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (username.trim() !== '') void start();
        }}
      >
        <Field label="Username of a live channel" error={problem}>
          {(control) => (
            <Input
              {...control}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              value={username}
              onChange={({ target }) => {
                setUsername(target.value);
                setProblem(undefined);
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
