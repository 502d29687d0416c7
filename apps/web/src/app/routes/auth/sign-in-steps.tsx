import { Mail } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  CodeForm,
  ConfirmEmail,
  LoginForm,
  OtherMethods,
  type Proceed,
  RecoveryForm,
  RegisterForm,
  RegistrationClosed,
  SecondFactorForm,
} from '@/features/identity/index.ts';
import { useInstance } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';

export type SignInStep = 'register' | 'login' | 'code' | 'recovery' | 'second-factor';

interface SignInStepsProps {
  step: SignInStep;
  /** What leads to another step: a link on a page, a button in a dialog. */
  goTo: (
    step: SignInStep,
    text: ReactNode,
    options?: { look?: 'link' | 'button'; onClick?: () => void },
  ) => ReactNode;
  /** The path to open after a link in an email or a sign-in provider. */
  returnTo: string;
  proceed: Proceed;
  /** The address to confirm first. */
  unconfirmed: string | null;
  /** What signing in is for: "follow quietfox". */
  action?: string;
  notice?: string | undefined;
  problem?: string | undefined;
}

/** The forms between a visitor and a session. */
export function SignInSteps({
  step,
  goTo,
  returnTo,
  proceed,
  unconfirmed,
  action,
  ...said
}: SignInStepsProps) {
  const [email, setEmail] = useState('');
  const instance = useInstance().data;
  const toPassword = goTo('login', t('identity.login.byPassword'));
  const toLogin = (
    <Text k="identity.register.haveAccount" values={{ signIn: (words) => goTo('login', words) }} />
  );

  if (unconfirmed !== null)
    return <ConfirmEmail email={unconfirmed} returnTo={returnTo} aside={toPassword} />;
  if (step === 'second-factor') {
    return (
      <SecondFactorForm
        proceed={proceed}
        aside={
          <Text k="identity.secondFactor.tooLong" values={{ signIn: (words) => goTo('login', words) }} />
        }
      />
    );
  }
  if (step === 'code') return <CodeForm email={email} proceed={proceed} aside={toPassword} />;
  if (step === 'recovery') return <RecoveryForm email={email} aside={toPassword} />;
  if (step === 'register') {
    if (instance?.registration === 'closed') return <RegistrationClosed aside={toLogin} />;
    const title = action ? t('identity.register.titleFor', { action }) : t('identity.register.title');
    return (
      <RegisterForm
        title={title}
        provider={instance?.signIn.provider ?? null}
        needsInvitation={instance?.registration === 'invitation'}
        returnTo={returnTo}
        proceed={proceed}
        aside={toLogin}
      />
    );
  }
  return (
    <LoginForm
      title={action ? t('identity.login.titleFor', { action }) : t('identity.login.title')}
      email={email}
      returnTo={returnTo}
      proceed={proceed}
      {...said}
      forgotten={(typed) =>
        goTo('recovery', t('identity.login.forgotten'), { onClick: () => setEmail(typed()) })
      }
      otherMethods={
        instance && (
          <OtherMethods
            ways={instance.signIn}
            returnTo={returnTo}
            proceed={proceed}
            byCode={goTo(
              'code',
              <>
                <Mail size={18} aria-hidden="true" />
                {instance.sendsMail ? t('identity.login.mailCode') : t('identity.login.useCode')}
              </>,
              { look: 'button' },
            )}
          />
        )
      }
      aside={<Text k="identity.login.newHere" values={{ register: (words) => goTo('register', words) }} />}
    />
  );
}
