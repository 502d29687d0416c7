import { Link } from '@tanstack/react-router';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Mark } from '@/ui/brand/mark.tsx';
import { Button } from '@/ui/button.tsx';
import { StartStreaming } from '@/ui/start-streaming.tsx';

/** Where the guard sends users who lack a page's role. */
export function UnauthorizedPage() {
  useDocumentTitle(t('app.error.noAccess'));
  const { user } = useSession();
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-24 text-center">
      <Mark className="size-12 text-faint" />
      <h1 className="text-xl">{t('app.error.noAccessTitle')}</h1>
      <p className="max-w-[48ch] text-muted">
        {user && !user.roles.includes('streamer') ? t('app.error.noRoleViewer') : t('app.error.noRole')}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button asChild>
          <Link to="/">{t('app.error.returnHome')}</Link>
        </Button>
        {user && !user.roles.includes('streamer') && <StartStreaming variant="secondary" />}
      </div>
    </div>
  );
}
