import { useState } from 'react';
import { z } from 'zod';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { PasswordInput } from '@/ui/forms/inputs.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { FormError } from '../forms/form-parts.tsx';
import { useProblemForm } from '../forms/problem-form.ts';
import { password } from '../forms/schemas.ts';

interface ProofDialogProps {
  title: string;
  lead: string;
  /** The button that does it. */
  action: string;
  danger?: boolean;
  /** An account without a password has none to prove itself with. */
  hasPassword: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Closes when it resolves; what it throws is shown. */
  onProved: (body: { password?: string }) => Promise<unknown>;
}

const proof = z.object({ password });
const none = z.object({ password: z.string() });

/** Asks for the password before something that matters. */
export function ProofDialog(props: ProofDialogProps) {
  const { title, lead, open, onOpenChange } = props;
  return (
    <Dialog title={title} description={lead} open={open} onOpenChange={onOpenChange}>
      <ProofForm {...props} />
    </Dialog>
  );
}

/** Made anew each time the dialog opens, and so empty. */
function ProofForm({ action, danger, hasPassword, onOpenChange, onProved }: ProofDialogProps) {
  const [schema] = useState(hasPassword ? proof : none);
  const { form, submit, errors, busy } = useProblemForm({
    schema,
    defaultValues: { password: '' },
    fields: ['password'],
    send: async (values) => {
      await onProved(hasPassword ? { password: values.password } : {});
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
