import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ConfirmEmail, RegisterForm, RegistrationClosed } from '@/features/identity/index.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { instanceQuery } from '@/lib/instance.ts';
import { FORM_LINK } from './form-link.ts';
import { useProceed } from './use-proceed.ts';

const route = getRouteApi('/register');

export function RegisterPage() {
  useDocumentTitle('Sign Up');
  const search = route.useSearch();
  const { proceed, unconfirmed } = useProceed(search.from);
  const returnTo = search.from ?? '/';
  const instance = useQuery(instanceQuery);
  const aside = (
    <>
      Have an account?{' '}
      <Link to="/login" search={search} className={FORM_LINK}>
        Sign In
      </Link>
    </>
  );
  if (unconfirmed !== null) return <ConfirmEmail email={unconfirmed} returnTo={returnTo} aside={aside} />;
  if (instance.data && !instance.data.registrationOpen) return <RegistrationClosed aside={aside} />;
  return <RegisterForm returnTo={returnTo} proceed={proceed} aside={aside} />;
}
