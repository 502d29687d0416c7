import { Link } from '@tanstack/react-router';
import { RadioTower, UserRoundX } from 'lucide-react';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Container } from '@/ui/layout.tsx';

/** The page of a stream or recording that does not exist. @param username the channel in the address, if it names one */
export function StreamNotFound({ username }: { username?: string }) {
  useDocumentTitle(t('app.missing.stream'));
  return (
    <Container width="page" className="flex flex-col gap-6 py-8">
      <h1 className="text-xl">{t('app.missing.streamHeading')}</h1>
      <EmptyState
        icon={RadioTower}
        title={t('app.missing.stream')}
        actions={
          <>
            {username !== undefined && (
              <Button asChild>
                <Link to="/streamer/$username" params={{ username }}>
                  {t('app.missing.openChannel')}
                </Link>
              </Button>
            )}
            <Button asChild variant={username === undefined ? 'primary' : 'secondary'}>
              <Link to="/discover">{t('app.missing.browse')}</Link>
            </Button>
          </>
        }
      >
        {t('app.missing.streamReason')}
      </EmptyState>
    </Container>
  );
}

/** The page of a channel that does not exist. */
export function ChannelNotFound({ username }: { username: string }) {
  useDocumentTitle(t('app.missing.channel'));
  return (
    <Container width="page" className="flex flex-col gap-6 py-8">
      <h1 className="text-xl">{t('app.missing.channelHeading')}</h1>
      <EmptyState
        icon={UserRoundX}
        title={t('app.missing.channel')}
        actions={
          <>
            <Button asChild>
              <Link to="/discover" search={{ q: username }}>
                {t('app.missing.search')}
              </Link>
            </Button>
            <Button asChild variant="secondary">
              <Link to="/discover">{t('app.missing.browse')}</Link>
            </Button>
          </>
        }
      >
        <Text k="app.missing.channelReason" values={{ username, name: (words) => <bdi>{words}</bdi> }} />
      </EmptyState>
    </Container>
  );
}
