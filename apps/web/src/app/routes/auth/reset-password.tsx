import { getRouteApi, Link } from '@tanstack/react-router';
import { NewPasswordForm } from '@/features/identity/index.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';

const route = getRouteApi('/reset-password');

export function ResetPasswordPage() {
  useDocumentTitle(t('identity.newPassword.title'));
  const { token } = route.useSearch();
  return (
    <NewPasswordForm
      token={token}
      signIn={
        <Button asChild size="lg">
          <Link to="/login">{t('ui.signIn')}</Link>
        </Button>
      }
      again={
        <Button asChild size="lg">
          <Link to="/login" search={{ step: 'recovery' }}>
            {t('identity.newPassword.again')}
          </Link>
        </Button>
      }
    />
  );
}
