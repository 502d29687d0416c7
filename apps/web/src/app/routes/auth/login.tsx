import { getRouteApi } from '@tanstack/react-router';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { loginProblem } from './login-problem.ts';
import { SignInSteps } from './sign-in-steps.tsx';
import { stepLinks } from './step-link.tsx';
import { useProceed } from './use-proceed.ts';

const route = getRouteApi('/login');

export function LoginPage() {
  useDocumentTitle('Sign In');
  const { from, step, error } = route.useSearch();
  const { proceed, unconfirmed } = useProceed(from);
  return (
    <SignInSteps
      step={step === undefined || step === 'confirmed' ? 'login' : step}
      goTo={stepLinks(from)}
      returnTo={from ?? '/'}
      proceed={proceed}
      unconfirmed={unconfirmed}
      notice={step === 'confirmed' ? 'Your email address is confirmed. Sign in to continue.' : undefined}
      problem={loginProblem(error)}
    />
  );
}
