import { Link } from '@tanstack/react-router';
import { PASSWORD_MIN } from '@tributary/contracts/identity';
import type { ReactNode } from 'react';
import { call } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, PasswordInput } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { AuthLayout, FormError } from '../forms/form-parts.tsx';
import { invitedRegistration, registration } from '../forms/schemas.ts';
import type { Proceed } from './login-form.tsx';
import { ProviderButton } from './provider-button.tsx';
import { useUsernameState } from './username-state.ts';

interface RegisterFormProps {
  title: string;
  /** The sign-in provider of the instance; null: none. */
  provider: { readonly name: string } | null;
  /** Whether the instance takes people with an invitation only. */
  needsInvitation: boolean;
  /** The path that the link in a confirmation email opens. */
  returnTo: string;
  proceed: Proceed;
  /** The link to sign in. */
  aside: ReactNode;
}

export function RegisterForm(props: RegisterFormProps) {
  const { title, needsInvitation, provider, returnTo, proceed, aside } = props;
  const { form, submit, errors, busy } = useProblemForm({
    schema: needsInvitation ? invitedRegistration : registration,
    defaultValues: { username: '', email: '', password: '', invitation: invitationInAddress() },
    send: async ({ invitation, ...values }) => {
      const body = { ...values, ...(needsInvitation && { invitation }), callbackURL: returnTo };
      const { state } = await call('POST /api/auth/sign-up/email', { body });
      await proceed(state, values.email);
    },
  });
  const typed = form.watch('username');
  const usernameState = useUsernameState(typed);
  const refusal =
    usernameState === 'taken'
      ? t('identity.register.usernameTaken')
      : usernameState === 'reserved'
        ? t('identity.register.usernameReserved')
        : undefined;
  return (
    <AuthLayout title={title} aside={aside}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormError message={errors.root?.message} />
        {needsInvitation && (
          <Field
            label={t('identity.register.invitation')}
            hint={t('identity.register.invitationHint')}
            error={errors.invitation?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...form.register('invitation')}
                dir="ltr"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                className="font-mono rtl:text-right"
              />
            )}
          </Field>
        )}
        <Field
          label={t('identity.register.username')}
          hint={
            usernameState === 'free'
              ? t('identity.register.usernameFree', { username: typed.trim().toLowerCase() })
              : t('identity.register.usernameHint')
          }
          error={errors.username?.message ?? refusal}
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
        <Field label={t('identity.email')} error={errors.email?.message}>
          {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="email" />}
        </Field>
        <Field
          label={t('identity.password')}
          hint={t('identity.password.hint', { min: PASSWORD_MIN })}
          error={errors.password?.message}
        >
          {(control) => (
            <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />
          )}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          {t('identity.register.signUp')}
        </Button>
        {provider && (
          <ProviderButton
            name={provider.name}
            returnTo={returnTo}
            invitation={() => (needsInvitation ? form.getValues('invitation') : '')}
          />
        )}
        {/* Opens in new tabs, so that what is typed stays. */}
        <p className="text-muted text-sm">
          <Text
            k="identity.register.consent"
            values={{ terms: linkTo('/terms'), privacy: linkTo('/privacy') }}
          />
        </p>
      </form>
    </AuthLayout>
  );
}

/** The code in a link of an invitation. It is behind the #, which browsers send to no server. */
const invitationInAddress = (): string => new URLSearchParams(location.hash.slice(1)).get('invitation') ?? '';

const linkTo = (page: '/terms' | '/privacy') => (words: ReactNode) => (
  <Link to={page} target="_blank">
    {words}
  </Link>
);

/** Shown while the instance doesn't accept new accounts. */
export function RegistrationClosed({ aside }: { aside: ReactNode }) {
  return (
    <AuthLayout title={t('identity.register.closed')} lead={t('identity.register.closedLead')} aside={aside}>
      <p className="text-muted">{t('identity.register.closedNext')}</p>
    </AuthLayout>
  );
}
