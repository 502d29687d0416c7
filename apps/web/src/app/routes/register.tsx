import { getRouteApi, Link } from '@tanstack/react-router';
import { ConfirmAddress, RegisterForm } from '@/features/identity/index.ts';
import { useDocumentTitle } from '@/lib/document-title.ts';
import { useProceed } from './use-proceed.ts';

const route = getRouteApi('/register');

export function RegisterPage() {
  useDocumentTitle('Sign Up');
  const search = route.useSearch();
  const { proceed, unconfirmed } = useProceed(search.from);
  const returnTo = search.from ?? '/';
  const aside = (
    <>
      Have an account?{' '}
      <Link to="/login" search={search} className="font-medium text-accent">
        Sign in
      </Link>
    </>
  );
  if (unconfirmed !== null) return <ConfirmAddress email={unconfirmed} returnTo={returnTo} aside={aside} />;
  return <RegisterForm returnTo={returnTo} proceed={proceed} aside={aside} />;
}
