import { type ReactNode, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Textarea } from '@/ui/forms/inputs.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { DialogForm } from '@/ui/overlays/dialog-form.tsx';
import { failureOf, useAdminAction } from './queries.ts';

/** An action that an admin confirms, with its consequences and, if it matters, a reason. */
export interface AdminAction {
  title: string;
  /** The consequences, the affected person, and whether it can be undone. */
  description: ReactNode;
  /** The label of the confirming button. */
  button: string;
  danger?: boolean;
  /** Asks for a reason; the text is the field's hint. */
  reason?: string;
  reasonOptional?: boolean;
  /** Further fields, shown first. */
  more?: ReactNode;
  run: (reason: string) => Promise<unknown>;
  /** The toast after success. */
  done: string;
}

interface ActionDialogProps {
  /** Null while the dialog is closed. */
  action: AdminAction | null;
  onClose: () => void;
}

export function ActionDialog({ action, onClose }: ActionDialogProps) {
  return (
    <Dialog
      title={action?.title ?? ''}
      description={action?.description ?? ''}
      open={action !== null}
      onOpenChange={(open) => !open && onClose()}
    >
      {action && <ActionForm action={action} onClose={onClose} />}
    </Dialog>
  );
}

function ActionForm({ action, onClose }: { action: AdminAction; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const { mutateAsync } = useAdminAction();
  const submit = async () => {
    await mutateAsync(() => action.run(reason.trim()));
    toast.success(action.done);
  };
  return (
    <DialogForm action={action.button} isDanger={action.danger ?? false} onSubmit={submit} onClose={onClose}>
      {(error) => (
        <>
          {action.more}
          {action.reason ? (
            <Field
              label={action.reasonOptional ? t('moderation.notes') : t('moderation.reason')}
              hint={action.reason}
              error={failureOf(error)}
            >
              {(control) => (
                <Textarea
                  {...control}
                  dir="auto"
                  rows={3}
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                />
              )}
            </Field>
          ) : (
            <p role="alert" className="text-live text-sm empty:hidden">
              {failureOf(error)}
            </p>
          )}
        </>
      )}
    </DialogForm>
  );
}
