import { Link } from '@tanstack/react-router';
import { PASSWORD_MIN } from '@tributary/contracts/identity';
import type { ReactNode } from 'react';
import { call } from '@/lib/api.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, PasswordInput } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { AuthLayout, FormError } from '../forms/form-parts.tsx';
import { registration } from '../forms/schemas.ts';
import type { Proceed } from './login-form.tsx';

interface RegisterFormProps {
  title: string;
  /** The path that the link in a confirmation email opens. */
  returnTo: string;
  proceed: Proceed;
  /** The link to sign in. */
  aside: ReactNode;
}

export function RegisterForm({ title, returnTo, proceed, aside }: RegisterFormProps) {
  const { form, submit, errors, busy } = useProblemForm({
    schema: registration,
    defaultValues: { username: '', email: '', password: '' },
    send: async (values) => {
      const body = { ...values, callbackURL: returnTo };
      const { state } = await call('POST /api/auth/sign-up/email', { body });
      await proceed(state, values.email);
    },
  });
  return (
    <AuthLayout title={title} aside={aside}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormError message={errors.root?.message} />
        <Field
          label="Username"
          hint="Part of your channel’s link. You can’t change it later."
          error={errors.username?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('username')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label="Email" error={errors.email?.message}>
          {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="email" />}
        </Field>
        <Field
          label="Password"
          hint={`At least ${PASSWORD_MIN} characters. Several words work well.`}
          error={errors.password?.message}
        >
          {(control) => (
            <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />
          )}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          Sign Up
        </Button>
        {/* Opens in new tabs, so that what is typed stays. */}
        <p className="text-muted text-sm">
          By signing up, you agree to the{' '}
          <Link to="/terms" target="_blank">
            terms of use
          </Link>{' '}
          and confirm that you have read the{' '}
          <Link to="/privacy" target="_blank">
            privacy policy
          </Link>
          .
        </p>
      </form>
    </AuthLayout>
  );
}

/** Shown while the instance doesn't accept new accounts. */
export function RegistrationClosed({ aside }: { aside: ReactNode }) {
  return (
    <AuthLayout
      title="Sign-up is closed"
      lead="This instance isn’t accepting new accounts right now."
      aside={aside}
    >
      <p className="text-muted">
        You can watch without an account. If you already have one, sign in as usual.
      </p>
    </AuthLayout>
  );
}
