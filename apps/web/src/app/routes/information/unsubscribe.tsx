import { getRouteApi, Link } from '@tanstack/react-router';
import { Unsubscribe } from '@/features/notifications/index.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { PlainPage } from '../layouts.tsx';

const route = getRouteApi('/unsubscribe');

export function UnsubscribePage() {
  const { token } = route.useSearch();
  return (
    <PlainPage title={t('pages.unsubscribe')}>
      <Unsubscribe
        token={token}
        preferences={
          <Button asChild variant="secondary">
            <Link to="/dashboard/viewer/preferences">{t('pages.notificationSettings')}</Link>
          </Button>
        }
      />
    </PlainPage>
  );
}
