import type { ReactNode } from 'react';
import { signIn } from '@/lib/auth.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { PasswordInput } from '@/ui/password-input.tsx';
import { AuthLayout, FormError } from './auth-layout.tsx';
import { login } from './schemas.ts';
import { useAuthForm } from './use-auth-form.ts';

interface LoginFormProps {
  /** Called once the session is known. */
  onDone: () => void;
  /** The way to sign up. */
  aside: ReactNode;
}

export function LoginForm({ onDone, aside }: LoginFormProps) {
  const { form, submit } = useAuthForm({
    schema: login,
    defaultValues: { email: '', password: '' },
    fields: ['email', 'password'],
    send: ({ email, password }) => signIn(email, password),
    onSent: (user) =>
      user ? onDone() : form.setError('root', { type: 'server', message: 'Authentication failed' }),
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <AuthLayout title="Welcome back" aside={aside}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <FormError message={errors.root?.message} />
        <Field label="Email" error={errors.email?.message}>
          {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="email" />}
        </Field>
        <Field label="Password" error={errors.password?.message}>
          {(control) => (
            <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />
          )}
        </Field>
        <Button type="submit" size="lg" busy={isSubmitting}>
          Sign In
        </Button>
      </form>
    </AuthLayout>
  );
}
