import { CHAT_TEXT_MAX } from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import { useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { randomId } from '@/lib/browser/random-id.ts';
import { t } from '@/lib/messages/t.ts';
import { act } from '@/lib/realtime/index.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Textarea } from '@/ui/forms/inputs.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { DialogForm } from '@/ui/overlays/dialog-form.tsx';

interface AnnounceDialogProps {
  streamId: StreamId;
  open: boolean;
  onClose: () => void;
}

/** Writes a message that the chat shows highlighted. */
export function AnnounceDialog({ streamId, open, onClose }: AnnounceDialogProps) {
  return (
    <Dialog
      title={t('chat.tools.announce')}
      description={t('chat.announce.lead')}
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <AnnounceForm streamId={streamId} onClose={onClose} />
    </Dialog>
  );
}

function AnnounceForm({ streamId, onClose }: Omit<AnnounceDialogProps, 'open'>) {
  const [text, setText] = useState('');
  // A second attempt repeats the id, so that the announcement is stored once.
  const [clientId] = useState(randomId);
  const send = async () => {
    await act(`chat:${streamId}`, 'send', { clientId, kind: 'announcement', text });
    toast.success(t('chat.announce.sent'));
  };
  return (
    <DialogForm action={t('chat.tools.announce')} onSubmit={send} onClose={onClose}>
      {(error) => (
        <Field label={t('chat.announce.text')} error={error ? messageOf(error) : undefined}>
          {(control) => (
            <Textarea
              {...control}
              required
              rows={3}
              dir="auto"
              maxLength={CHAT_TEXT_MAX}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      )}
    </DialogForm>
  );
}
