import { getRouteApi } from '@tanstack/react-router';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { t } from '@/lib/messages/t.ts';
import { SignInSteps } from './sign-in-steps.tsx';
import { stepLinks } from './step-link.tsx';
import { useProceed } from './use-proceed.ts';

const route = getRouteApi('/register');

export function RegisterPage() {
  useDocumentTitle(t('identity.register.signUp'));
  const { from } = route.useSearch();
  const { proceed, unconfirmed } = useProceed(from);
  return (
    <SignInSteps
      step="register"
      goTo={stepLinks(from)}
      returnTo={from ?? '/'}
      proceed={proceed}
      unconfirmed={unconfirmed}
    />
  );
}
