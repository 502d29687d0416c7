/** What everybody may know of moderation, and what banned people can do. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { ModerationLogPage, OwnBanPage } from '@/features/moderation/index.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { PlainPage } from '../layouts.tsx';

const appealRoute = getRouteApi('/appeal');

export function AppealPage() {
  const { token } = appealRoute.useSearch();
  return (
    <PlainPage title={t('pages.banned')}>
      <OwnBanPage
        token={token}
        signIn={
          <Button asChild variant="secondary">
            <Link to="/login">{t('ui.signIn')}</Link>
          </Button>
        }
        rulesLink={(words) => (
          <Link to="/rules" className="inline-block py-0.5 text-accent">
            {words}
          </Link>
        )}
      />
    </PlainPage>
  );
}

export const PublicModerationLogPage = () => (
  <PlainPage title={t('pages.moderationLog')}>
    <ModerationLogPage
      rulesLink={(words) => (
        <Link to="/rules" className="inline-block py-0.5 text-accent">
          {words}
        </Link>
      )}
    />
  </PlainPage>
);
