import { getRouteApi, Link } from '@tanstack/react-router';
import { NewPasswordForm } from '@/features/identity/index.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { Button } from '@/ui/button.tsx';

const route = getRouteApi('/reset-password');

export function ResetPasswordPage() {
  useDocumentTitle('Choose a new password');
  const { token } = route.useSearch();
  return (
    <NewPasswordForm
      token={token}
      signIn={
        <Button asChild size="lg">
          <Link to="/login">Sign In</Link>
        </Button>
      }
      again={
        <Button asChild size="lg">
          <Link to="/login" search={{ step: 'recovery' }}>
            Request another link
          </Link>
        </Button>
      }
    />
  );
}
