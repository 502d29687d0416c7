import { PASSWORD_MIN } from '@tributary/contracts';
import { type ReactNode, useState } from 'react';
import { signUp } from '@/lib/auth.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { PasswordInput } from '@/ui/password-input.tsx';
import { AuthLayout, FormError } from './auth-layout.tsx';
import { registration } from './schemas.ts';
import { useAuthForm } from './use-auth-form.ts';

interface RegisterFormProps {
  /** The path that the link in a confirmation mail leads to. */
  returnTo: string;
  /** Called once the session is known. */
  onDone: () => void;
  /** The way to sign in. */
  aside: ReactNode;
}

export function RegisterForm({ returnTo, onDone, aside }: RegisterFormProps) {
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const { form, submit } = useAuthForm({
    schema: registration,
    defaultValues: { username: '', email: '', password: '' },
    fields: ['username', 'email', 'password'],
    send: (values) => signUp(values, returnTo),
    onSent: (user) => (user ? onDone() : setUnconfirmed(form.getValues('email'))),
  });
  const { errors, isSubmitting } = form.formState;
  if (unconfirmed !== null) return <ConfirmAddress email={unconfirmed} aside={aside} />;
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

/** The instance wants to know that the address is theirs before it signs anybody in. */
function ConfirmAddress({ email, aside }: { email: string; aside: ReactNode }) {
  return (
    <AuthLayout title="Confirm your address" aside={aside}>
      <p role="status" className="text-muted">
        We sent a link to <bdi className="font-medium text-ink">{email}</bdi>. Open it to confirm the address,
        and you are signed in. If no mail comes, sign in below and it is sent again.
      </p>
    </AuthLayout>
  );
}
