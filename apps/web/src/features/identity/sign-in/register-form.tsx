import { PASSWORD_MIN } from '@tributary/contracts';
import type { ReactNode } from 'react';
import { call } from '@/lib/api.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, PasswordInput } from '@/ui/forms/inputs.tsx';
import { AuthLayout, FormError } from '../forms/form-parts.tsx';
import { useProblemForm } from '../forms/problem-form.ts';
import { registration } from '../forms/schemas.ts';
import type { Proceed } from './login-form.tsx';

interface RegisterFormProps {
  /** The path that the link in a confirmation mail leads to. */
  returnTo: string;
  proceed: Proceed;
  /** The way to sign in. */
  aside: ReactNode;
}

export function RegisterForm({ returnTo, proceed, aside }: RegisterFormProps) {
  const { form, submit, errors, busy } = useProblemForm({
    schema: registration,
    defaultValues: { username: '', email: '', password: '' },
    fields: ['username', 'email', 'password'],
    send: async (values) => {
      const body = { ...values, callbackURL: returnTo };
      const { state } = await call('POST /api/auth/sign-up/email', { body });
      await proceed(state, values.email);
    },
  });
  return (
    <AuthLayout title="Create your account" aside={aside}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormError message={errors.root?.message} />
        <Field
          label="Username"
          hint="It becomes part of your channel’s address."
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
          hint={`At least ${PASSWORD_MIN} characters; a few words do well.`}
          error={errors.password?.message}
        >
          {(control) => (
            <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />
          )}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          Sign Up
        </Button>
      </form>
    </AuthLayout>
  );
}

/** Where the admins take no new accounts at the moment. */
export function RegistrationClosed({ aside }: { aside: ReactNode }) {
  return (
    <AuthLayout
      title="No new accounts"
      lead="This instance takes no new accounts at the moment."
      aside={aside}
    >
      <p className="text-muted">Watching needs none. If you have an account already, sign in as always.</p>
    </AuthLayout>
  );
}
