import type { StreamId } from '@tributary/contracts/shared';
import { useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { DialogForm } from '@/ui/overlays/dialog-form.tsx';
import { RaidChannels } from './raid-channels.tsx';
import { startRaid } from './use-raid.ts';

interface RaidDialogProps {
  streamId: StreamId;
  open: boolean;
  onClose: () => void;
}

/** Starts a raid. */
export function RaidDialog({ streamId, open, onClose }: RaidDialogProps) {
  return (
    <Dialog
      title={t('chat.raid.title')}
      description={t('chat.raid.lead')}
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <RaidForm streamId={streamId} onClose={onClose} />
    </Dialog>
  );
}

function RaidForm({ streamId, onClose }: Omit<RaidDialogProps, 'open'>) {
  const [username, setUsername] = useState('');
  return (
    <DialogForm
      action={t('chat.raid.start')}
      onSubmit={() => startRaid(streamId, username.trim().replace(/^@/, ''))}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Field label={t('chat.raid.username')} error={error ? messageOf(error) : undefined}>
            {(control) => (
              <Input
                {...control}
                required
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                value={username}
                onChange={({ target }) => setUsername(target.value)}
              />
            )}
          </Field>
          <RaidChannels words={username} onChoose={setUsername} />
        </>
      )}
    </DialogForm>
  );
}
