import { type ReactNode, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '../button.tsx';

interface DialogFormProps {
  /** The label of the button that submits. */
  action: string;
  isDanger?: boolean;
  /** Submits the form. The dialog closes when it resolves. */
  onSubmit: () => Promise<unknown>;
  /** Called once the form was submitted, and by the button that cancels. */
  onClose: () => void;
  /** Called by the button that cancels instead of `onClose`. */
  onCancel?: () => void;
  /** @param error the error of the last attempt; null: it did not fail */
  children: (error: unknown) => ReactNode;
}

/** The form of a dialog, with the button that cancels. */
export function DialogForm({
  action,
  isDanger = false,
  onSubmit,
  onClose,
  onCancel = onClose,
  children,
}: DialogFormProps) {
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setError(null);
    try {
      await onSubmit();
      onClose();
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      {children(error)}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
