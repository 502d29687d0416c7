import { PASSWORD_MIN } from '@tributary/contracts/identity';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiProblem, call, type Response } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import { session } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { PasswordInput } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { AuthLayout, FormError } from '../forms/form-parts.tsx';
import { chosenPassword } from '../forms/schemas.ts';
import { PasskeyReview } from './passkey-review.tsx';

interface NewPasswordFormProps {
  /** The token from the email's link; empty if the link was cut off. */
  token: string;
  /** The button to request another email. */
  again: ReactNode;
  /** The button to sign in. */
  signIn: ReactNode;
}

type Changed = Response<'POST /api/auth/reset-password'>;

/** The page that a recovery email links to. */
export function NewPasswordForm({ token, again, signIn }: NewPasswordFormProps) {
  const [state, setState] = useState<'choosing' | 'invalid' | Changed>(token ? 'choosing' : 'invalid');
  useEffect(() => {
    if (token) session().recovering();
  }, [token]);
  const { form, submit, errors, busy } = useProblemForm({
    schema: chosenPassword,
    defaultValues: { newPassword: '' },
    send: async ({ newPassword }) => {
      let changed: Changed;
      try {
        changed = await call('POST /api/auth/reset-password', { body: { token, newPassword } });
      } catch (error) {
        if (!(error instanceof ApiProblem && error.code === 'invalid_token')) throw error;
        setState('invalid');
        return;
      }
      // The server has ended all sessions.
      session().ended();
      setState(changed);
    },
  });
  if (typeof state === 'object') {
    return (
      <AuthLayout title={t('identity.newPassword.changed')}>
        <p role="status" className="text-muted">
          {t('identity.newPassword.signedOut')}
        </p>
        <PasskeyReview {...state} />
        {signIn}
      </AuthLayout>
    );
  }
  if (state === 'invalid') {
    return (
      <AuthLayout title={t('identity.newPassword.expired')}>
        <p role="alert" className="text-muted">
          {t('identity.newPassword.expiredWhy')}
        </p>
        {again}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('identity.newPassword.title')} lead={t('identity.newPassword.lead')}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <FormError message={errors.root?.message} />
        <Field
          label={t('identity.newPassword.label')}
          hint={t('identity.password.hint', { min: PASSWORD_MIN })}
          error={errors.newPassword?.message}
        >
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register('newPassword')}
              autoComplete="new-password"
              autoFocus
            />
          )}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          {t('identity.newPassword.change')}
        </Button>
      </form>
    </AuthLayout>
  );
}
