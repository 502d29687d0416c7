import { getRouteApi, Link } from '@tanstack/react-router';
import { LoginForm } from '@/features/identity/index.ts';
import { useDocumentTitle } from '@/lib/document-title.ts';
import { useAfterSignIn } from './use-after-sign-in.ts';

const route = getRouteApi('/login');

export function LoginPage() {
  useDocumentTitle('Sign In');
  const search = route.useSearch();
  const leave = useAfterSignIn(search.from);
  return (
    <LoginForm
      onDone={leave}
      aside={
        <>
          New here?{' '}
          <Link to="/register" search={search} className="font-medium text-accent">
            Create an account
          </Link>
        </>
      }
    />
  );
}
