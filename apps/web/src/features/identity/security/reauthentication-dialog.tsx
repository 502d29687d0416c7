import { useState } from 'react';
import { z } from 'zod';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { PasswordInput } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { CodeInput, FormError } from '../forms/form-parts.tsx';
import { authenticatorCode, password } from '../forms/schemas.ts';

/** What the user proved their identity with; empty for an account that only confirms. */
export type Proof = { password?: string; code?: string };

interface ReauthenticationDialogProps {
  title: string;
  lead: string;
  /** The label of the confirming button. */
  action: string;
  danger?: boolean;
  hasPassword: boolean;
  /** Whether a code from the authenticator app is accepted, too. */
  acceptsCode?: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The dialog closes when it resolves, and shows what it throws. */
  onConfirmed: (proof: Proof) => Promise<unknown>;
}

/** Asks for the password, or a code from the authenticator app, before a sensitive action. */
export function ReauthenticationDialog(props: ReauthenticationDialogProps) {
  const { title, lead, open, onOpenChange } = props;
  return (
    <Dialog title={title} description={lead} open={open} onOpenChange={onOpenChange}>
      <ReauthenticationForm {...props} />
    </Dialog>
  );
}

const SCHEMAS = {
  password: z.object({ password, code: z.string() }),
  code: authenticatorCode.extend({ password: z.string() }),
  none: z.object({ password: z.string(), code: z.string() }),
};

/** Mounted each time the dialog opens, and so empty. */
function ReauthenticationForm(props: ReauthenticationDialogProps) {
  const { hasPassword, acceptsCode = false } = props;
  const [kind, setKind] = useState<keyof typeof SCHEMAS>(
    hasPassword ? 'password' : acceptsCode ? 'code' : 'none',
  );
  const other = kind === 'password' ? 'code' : 'password';
  const toOther = hasPassword && acceptsCode ? () => setKind(other) : null;
  return <ProofForm key={kind} {...props} kind={kind} toOther={toOther} />;
}

interface ProofFormProps extends ReauthenticationDialogProps {
  kind: keyof typeof SCHEMAS;
  /** Changes between password and code, where the account has both. */
  toOther: (() => void) | null;
}

function ProofForm({ kind, toOther, action, danger, onOpenChange, onConfirmed }: ProofFormProps) {
  const { form, submit, errors, busy } = useProblemForm({
    schema: SCHEMAS[kind],
    defaultValues: { password: '', code: '' },
    send: async (values) => {
      await onConfirmed(kind === 'none' ? {} : { [kind]: values[kind] });
      onOpenChange(false);
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <FormError message={errors.root?.message} />
      {kind === 'password' && (
        <Field label={t('identity.yourPassword')} error={errors.password?.message}>
          {(control) => (
            <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />
          )}
        </Field>
      )}
      {kind === 'code' && (
        <Field label={t('identity.prove.appCode')} error={errors.code?.message}>
          {(control) => <CodeInput {...control} {...form.register('code')} />}
        </Field>
      )}
      {toOther && (
        <Button variant="quiet" className="self-start" onClick={toOther}>
          {t(kind === 'password' ? 'identity.prove.useCode' : 'identity.prove.usePassword')}
        </Button>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={() => onOpenChange(false)}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
