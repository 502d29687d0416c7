import { PASSWORD_MIN } from '@tributary/contracts';
import type { ReactNode } from 'react';
import { signUp } from '@/lib/auth.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { PasswordInput } from '@/ui/password-input.tsx';
import { AuthLayout, FormError } from './auth-layout.tsx';
import { registration } from './schemas.ts';
import { useAuthForm } from './use-auth-form.ts';

interface RegisterFormProps {
  /** Called once the session is known. */
  onDone: () => void;
  aside: ReactNode;
}

export function RegisterForm({ onDone, aside }: RegisterFormProps) {
  const { form, submit } = useAuthForm(
    registration,
    { username: '', email: '', password: '' },
    ['username', 'email', 'password'],
    signUp,
    onDone,
  );
  const { errors, isSubmitting } = form.formState;
  return (
    <AuthLayout title="Create your account" aside={aside}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
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
              maxLength={30}
            />
          )}
        </Field>
        <Field label="Email" error={errors.email?.message}>
          {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="email" />}
        </Field>
        <Field
          label="Password"
          hint={`At least ${PASSWORD_MIN} characters.`}
          error={errors.password?.message}
        >
          {(control) => (
            <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />
          )}
        </Field>
        <Button type="submit" size="lg" busy={isSubmitting}>
          Sign Up
        </Button>
      </form>
    </AuthLayout>
  );
}
