import { call } from '@/lib/api.ts';
import { Button } from '@/ui/button.tsx';
import { CopyField } from '@/ui/copy-field.tsx';
import { Field } from '@/ui/field.tsx';
import { FormError } from '../auth-layout.tsx';
import { CodeInput } from '../code-input.tsx';
import { authenticatorCode } from '../schemas.ts';
import { useProblemForm } from '../use-problem-form.ts';
import { ScannedKey } from './scanned-key.tsx';

export interface SetupKeys {
  totpUri: string;
  backupCodes: string[];
}

interface TwoFactorSetupProps {
  keys: SetupKeys;
  onDone: () => Promise<void>;
  onCancel: () => void;
}

/** Into the app with the secret, and a first code back as proof that it got there. */
export function TwoFactorSetup({ keys, onDone, onCancel }: TwoFactorSetupProps) {
  const { form, submit, errors, busy } = useProblemForm({
    schema: authenticatorCode,
    defaultValues: { code: '' },
    fields: ['code'],
    send: async (body) => {
      await call('POST /api/auth/two-factor/verify-totp', { body });
      await onDone();
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <p>1. Scan this with the app, or type the key into it.</p>
        <ScannedKey totpUri={keys.totpUri} />
        <CopyField label="Key" value={secretOf(keys.totpUri)} />
      </div>
      <div className="flex flex-col gap-2">
        <p>2. Enter the six digits that the app shows.</p>
        <FormError message={errors.root?.message} />
        <Field label="Code" error={errors.code?.message}>
          {(control) => <CodeInput {...control} {...form.register('code')} />}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy}>
            Turn on
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}

const secretOf = (totpUri: string): string => new URL(totpUri).searchParams.get('secret') ?? totpUri;
