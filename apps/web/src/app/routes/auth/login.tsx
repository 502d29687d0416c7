import { getRouteApi } from '@tanstack/react-router';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { t } from '@/lib/messages/t.ts';
import { loginProblem } from './login-problem.ts';
import { SignInSteps } from './sign-in-steps.tsx';
import { stepLinks } from './step-link.tsx';
import { useProceed } from './use-proceed.ts';

const route = getRouteApi('/login');

export function LoginPage() {
  useDocumentTitle(t('ui.signIn'));
  const { from, step, error } = route.useSearch();
  const { proceed, unconfirmed } = useProceed(from);
  return (
    <SignInSteps
      step={step === undefined || step === 'confirmed' ? 'login' : step}
      goTo={stepLinks(from)}
      returnTo={from ?? '/'}
      proceed={proceed}
      unconfirmed={unconfirmed}
      notice={step === 'confirmed' ? t('identity.login.confirmed') : undefined}
      problem={loginProblem(error)}
    />
  );
}
