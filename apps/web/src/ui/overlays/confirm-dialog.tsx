import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What will happen, and whether it can be undone. */
  description: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The label of the button that confirms. */
  confirm: string;
  /** The label of the button that changes nothing. */
  cancel?: string;
  busy?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  children?: ReactNode;
}

/** Asks before something is deleted, ended or replaced. */
export function ConfirmDialog({
  confirm,
  cancel = 'Cancel',
  busy = false,
  disabled = false,
  onConfirm,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
            {cancel}
          </Button>
          <Button variant="danger" busy={busy} disabled={disabled} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
