import { type ReactNode, useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { AuthLayout, CodeInput, FormError } from '../forms/form-parts.tsx';
import { authenticatorCode, backupCode } from '../forms/schemas.ts';
import type { Proceed } from './login-form.tsx';

interface SecondFactorFormProps {
  proceed: Proceed;
  aside: ReactNode;
}

/** The second step of signing in: a code from the authenticator app, or a backup code. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const [backup, setBackup] = useState(false);
  return backup ? (
    <BackupCode {...props} onOther={() => setBackup(false)} />
  ) : (
    <AuthenticatorCode {...props} onOther={() => setBackup(true)} />
  );
}

type StepProps = SecondFactorFormProps & { onOther: () => void };

function AuthenticatorCode({ proceed, aside, onOther }: StepProps) {
  const { form, submit, errors, busy } = useProblemForm({
    schema: authenticatorCode,
    defaultValues: { code: '' },
    send: async (body) => proceed((await call('POST /api/auth/two-factor/verify-totp', { body })).state, ''),
  });
  return (
    <AuthLayout title={t('identity.secondFactor.title')} lead={t('identity.secondFactor.lead')} aside={aside}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <FormError message={errors.root?.message} />
        <Field label={t('identity.code.label')} error={errors.code?.message}>
          {(control) => <CodeInput {...control} {...form.register('code')} autoFocus />}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          {t('ui.signIn')}
        </Button>
        <Button variant="quiet" onClick={onOther}>
          {t('identity.secondFactor.useBackup')}
        </Button>
      </form>
    </AuthLayout>
  );
}

function BackupCode({ proceed, aside, onOther }: StepProps) {
  const { form, submit, errors, busy } = useProblemForm({
    schema: backupCode,
    defaultValues: { code: '' },
    send: async (body) =>
      proceed((await call('POST /api/auth/two-factor/verify-backup-code', { body })).state, ''),
  });
  return (
    <AuthLayout
      title={t('identity.secondFactor.useBackup')}
      lead={t('identity.secondFactor.backupLead')}
      aside={aside}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <FormError message={errors.root?.message} />
        <Field label={t('identity.secondFactor.backupCode')} error={errors.code?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('code')}
              autoFocus
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono"
            />
          )}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          {t('ui.signIn')}
        </Button>
        <Button variant="quiet" onClick={onOther}>
          {t('identity.secondFactor.useApp')}
        </Button>
      </form>
    </AuthLayout>
  );
}
