import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  CodeForm,
  ConfirmEmail,
  LoginForm,
  OtherMethods,
  RecoveryForm,
  SecondFactorForm,
} from '@/features/identity/index.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { instanceQuery } from '@/lib/instance.ts';
import { Button } from '@/ui/button.tsx';
import type { LoginStep } from '../../search-params.ts';
import { FORM_LINK } from './form-link.ts';
import { loginProblem } from './login-problem.ts';
import { useProceed } from './use-proceed.ts';

const route = getRouteApi('/login');

export function LoginPage() {
  useDocumentTitle('Sign In');
  const { from, step, error } = route.useSearch();
  const { proceed, unconfirmed } = useProceed(from);
  const [email, setEmail] = useState('');
  const instance = useQuery(instanceQuery).data;
  const returnTo = from ?? '/';
  const to = (next: LoginStep | undefined) => ({ ...(from && { from }), ...(next && { step: next }) });
  const back = (
    <Link to="/login" search={to(undefined)} className={FORM_LINK}>
      Sign in with your password
    </Link>
  );

  if (unconfirmed !== null) return <ConfirmEmail email={unconfirmed} returnTo={returnTo} aside={back} />;
  if (step === 'second-factor')
    return <SecondFactorForm proceed={proceed} aside={<StartAgain link={back} />} />;
  if (step === 'code') return <CodeForm email={email} proceed={proceed} aside={back} />;
  if (step === 'recovery') return <RecoveryForm email={email} aside={back} />;
  return (
    <LoginForm
      email={email}
      returnTo={returnTo}
      proceed={proceed}
      notice={step === 'confirmed' ? 'Your email address is confirmed. Sign in to continue.' : undefined}
      problem={loginProblem(error)}
      forgotten={(typed) => (
        <Link to="/login" search={to('recovery')} onClick={() => setEmail(typed())} className={FORM_LINK}>
          Forgot your password?
        </Link>
      )}
      otherMethods={
        instance && (
          <OtherMethods
            ways={instance.signIn}
            returnTo={returnTo}
            proceed={proceed}
            byCode={
              <Button asChild variant="secondary" size="lg">
                <Link to="/login" search={to('code')}>
                  <Mail size={18} aria-hidden="true" />
                  {instance.sendsMail ? 'Email me a code' : 'Use a one-time code'}
                </Link>
              </Button>
            }
          />
        )
      }
      aside={
        <>
          New here?{' '}
          <Link to="/register" search={from ? { from } : {}} className={FORM_LINK}>
            Create an account
          </Link>
        </>
      }
    />
  );
}

function StartAgain({ link }: { link: ReactNode }) {
  return <>Taking too long? {link} to start over.</>;
}
