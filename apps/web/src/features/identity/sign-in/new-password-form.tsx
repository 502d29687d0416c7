import { PASSWORD_MIN } from '@tributary/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiProblem, call } from '@/lib/api.ts';
import { session } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { PasswordInput } from '@/ui/forms/inputs.tsx';
import { AuthLayout, FormError } from '../forms/form-parts.tsx';
import { useProblemForm } from '../forms/problem-form.ts';
import { chosenPassword } from '../forms/schemas.ts';

interface NewPasswordFormProps {
  /** From the mail's link; empty where the link was cut. */
  token: string;
  /** The way to another mail. */
  again: ReactNode;
  /** The way to sign in with it. */
  signIn: ReactNode;
}

/** Where the link of a recovery mail leads. */
export function NewPasswordForm({ token, again, signIn }: NewPasswordFormProps) {
  const [state, setState] = useState<'choosing' | 'changed' | 'spent'>(token ? 'choosing' : 'spent');
  useEffect(() => {
    if (token) session().recovering();
  }, [token]);
  const { form, submit, errors, busy } = useProblemForm({
    schema: chosenPassword,
    defaultValues: { newPassword: '' },
    fields: ['newPassword'],
    send: async ({ newPassword }) => {
      try {
        await call('POST /api/auth/reset-password', { body: { token, newPassword } });
      } catch (error) {
        if (!(error instanceof ApiProblem && error.code === 'invalid_token')) throw error;
        setState('spent');
        return;
      }
      // The server has ended every session with it.
      session().ended();
      setState('changed');
    },
  });
  if (state === 'changed') {
    return (
      <AuthLayout title="Your password is changed">
        <p role="status" className="text-muted">
          Every device was signed out. Sign in with the new password.
        </p>
        {signIn}
      </AuthLayout>
    );
  }
  if (state === 'spent') {
    return (
      <AuthLayout title="This link opens nothing any more">
        <p role="alert" className="text-muted">
          It is older than an hour, was used already, or did not arrive whole. Ask for another.
        </p>
        {again}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Choose a new password" lead="Every device that is signed in now will be signed out.">
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <FormError message={errors.root?.message} />
        <Field
          label="New password"
          hint={`At least ${PASSWORD_MIN} characters; a few words do well.`}
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
          Change the password
        </Button>
      </form>
    </AuthLayout>
  );
}
