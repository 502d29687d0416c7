import { type ComponentProps, type ReactNode, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '../button.tsx';
import { toast } from '../feedback/toaster.tsx';
import { Dialog } from './dialog.tsx';

interface Question {
  title: string;
  /** The consequences, and whether they can be undone. */
  description: ReactNode;
  /** The label of the button that confirms. */
  confirm: string;
  /** The label of the button that changes nothing. */
  cancel?: string;
  /** Whether a field in the dialog must be filled in first. */
  disabled?: boolean;
  onConfirm: () => Promise<unknown>;
  /** The toast after success. */
  done?: string;
  /** The title of the toast after a failure, which leaves the dialog open. */
  failure: string;
  children?: ReactNode;
}

interface ConfirmDialogProps extends Question {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for confirmation before data is deleted, ended or replaced. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirm, cancel = t('ui.cancel'), disabled = false, onConfirm, done, failure, ...dialog } = props;
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await onConfirm();
      if (done) toast.success(done);
      dialog.onOpenChange(false);
    } catch (error) {
      toast.failure(failure, error);
    }
    setBusy(false);
  };
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
            {cancel}
          </Button>
          <Button variant="danger" busy={busy} disabled={disabled} onClick={() => void run()}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}

interface ConfirmButtonProps extends Question {
  label: ReactNode;
  button?: Omit<ComponentProps<typeof Button>, 'children' | 'onClick'>;
}

/** A button that asks for confirmation. */
export function ConfirmButton({ label, button, ...question }: ConfirmButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog {...question} open={open} onOpenChange={setOpen} />
    </>
  );
}
