import type { SignInState } from '@tributary/contracts/identity';
import type { ReactNode } from 'react';
import { call } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, PasswordInput } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { AuthLayout, FormError } from '../forms/form-parts.tsx';
import { login } from '../forms/schemas.ts';

/** Continues after the server's response to a sign-in; the form shows what it throws. */
export type Proceed = (state: SignInState['state'], email: string) => Promise<void>;

interface LoginFormProps {
  title: string;
  email: string;
  /** The path that the link in a confirmation email opens. */
  returnTo: string;
  proceed: Proceed;
  /** What a link from an email has done. */
  notice?: string | undefined;
  /** An error from a link or a sign-in provider. */
  problem?: string | undefined;
  /** The link to password recovery, given the typed email address. */
  forgotten: (email: () => string) => ReactNode;
  /** Other sign-in methods. */
  otherMethods: ReactNode;
  /** The link to sign up. */
  aside: ReactNode;
}

export function LoginForm({
  title,
  email,
  returnTo,
  proceed,
  notice,
  problem,
  forgotten,
  otherMethods,
  aside,
}: LoginFormProps) {
  const { form, submit, errors, busy } = useProblemForm({
    schema: login,
    defaultValues: { email, password: '' },
    send: async (values) => {
      const body = { ...values, callbackURL: returnTo };
      await proceed((await call('POST /api/auth/sign-in/email', { body })).state, values.email);
    },
  });
  return (
    <AuthLayout title={title} lead={notice && <span role="status">{notice}</span>} aside={aside}>
      <div className="flex flex-col gap-6">
        <form onSubmit={submit} noValidate className="flex flex-col gap-3">
          <FormError message={errors.root?.message ?? (form.formState.isSubmitted ? undefined : problem)} />
          <Field label={t('identity.email')} error={errors.email?.message}>
            {(control) => (
              <Input {...control} {...form.register('email')} type="email" autoComplete="username webauthn" />
            )}
          </Field>
          <Field
            label={t('identity.password')}
            error={errors.password?.message}
            hint={forgotten(() => form.getValues('email'))}
          >
            {(control) => (
              <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />
            )}
          </Field>
          <Button type="submit" size="lg" busy={busy}>
            {t('ui.signIn')}
          </Button>
        </form>
        {otherMethods}
      </div>
    </AuthLayout>
  );
}
