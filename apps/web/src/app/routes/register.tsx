import { getRouteApi, Link } from '@tanstack/react-router';
import { RegisterForm } from '@/features/identity/index.ts';
import { useDocumentTitle } from '@/lib/document-title.ts';
import { useAfterSignIn } from './use-after-sign-in.ts';

const route = getRouteApi('/register');

export function RegisterPage() {
  useDocumentTitle('Sign Up');
  const search = route.useSearch();
  const leave = useAfterSignIn(search.from);
  return (
    <RegisterForm
      returnTo={search.from ?? '/'}
      onDone={leave}
      aside={
        <>
          Have an account?{' '}
          <Link to="/login" search={search} className="font-medium text-accent">
            Sign in
          </Link>
        </>
      }
    />
  );
}
