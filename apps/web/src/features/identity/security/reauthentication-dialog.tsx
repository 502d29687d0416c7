import { useState } from 'react';
import { z } from 'zod';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { PasswordInput } from '@/ui/forms/inputs.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { FormError } from '../forms/form-parts.tsx';
import { useProblemForm } from '../forms/problem-form.ts';
import { password } from '../forms/schemas.ts';

interface ReauthenticationDialogProps {
  title: string;
  lead: string;
  /** The label of the confirming button. */
  action: string;
  danger?: boolean;
  /** Accounts without a password only confirm. */
  hasPassword: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The dialog closes when it resolves, and shows what it throws. */
  onConfirmed: (body: { password?: string }) => Promise<unknown>;
}

const proof = z.object({ password });
const none = z.object({ password: z.string() });

/** Asks for the password before a sensitive action. */
export function ReauthenticationDialog(props: ReauthenticationDialogProps) {
  const { title, lead, open, onOpenChange } = props;
  return (
    <Dialog title={title} description={lead} open={open} onOpenChange={onOpenChange}>
      <ReauthenticationForm {...props} />
    </Dialog>
  );
}

/** Mounted each time the dialog opens, and so empty. */
function ReauthenticationForm({
  action,
  danger,
  hasPassword,
  onOpenChange,
  onConfirmed,
}: ReauthenticationDialogProps) {
  const [schema] = useState(hasPassword ? proof : none);
  const { form, submit, errors, busy } = useProblemForm({
    schema,
    defaultValues: { password: '' },
    fields: ['password'],
    send: async (values) => {
      await onConfirmed(hasPassword ? { password: values.password } : {});
      onOpenChange(false);
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <FormError message={errors.root?.message} />
      {hasPassword && (
        <Field label="Your password" error={errors.password?.message}>
          {(control) => (
            <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />
          )}
        </Field>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
