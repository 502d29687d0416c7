import { Link } from '@tanstack/react-router';
import { type LucideIcon, RadioTower, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Container } from '@/ui/layout.tsx';

interface MissingPageProps {
  /** The heading of the page. */
  heading: string;
  title: string;
  icon: LucideIcon;
  /** The next step. */
  action?: ReactNode;
  children: ReactNode;
}

/** A page that says what does not exist, and offers the live streams beside its own next step. */
function MissingPage({ heading, title, icon, action, children }: MissingPageProps) {
  useDocumentTitle(title);
  return (
    <Container width="page" className="flex flex-col gap-6 py-8">
      <h1 className="text-xl">{heading}</h1>
      <EmptyState
        icon={icon}
        title={title}
        actions={
          <>
            {action}
            <Button asChild variant={action ? 'secondary' : 'primary'}>
              <Link to="/discover">{t('app.missing.browse')}</Link>
            </Button>
          </>
        }
      >
        {children}
      </EmptyState>
    </Container>
  );
}

/** The page of a stream or recording that does not exist. @param username the channel in the address, if it names one */
export function StreamNotFound({ username }: { username?: string }) {
  return (
    <MissingPage
      heading={t('app.missing.streamHeading')}
      title={t('app.missing.stream')}
      icon={RadioTower}
      action={
        username !== undefined && (
          <Button asChild>
            <Link to="/streamer/$username" params={{ username }}>
              {t('app.missing.openChannel')}
            </Link>
          </Button>
        )
      }
    >
      {t('app.missing.streamReason')}
    </MissingPage>
  );
}

/** The page of a channel that does not exist. */
export function ChannelNotFound({ username }: { username: string }) {
  return (
    <MissingPage
      heading={t('app.missing.channelHeading')}
      title={t('app.missing.channel')}
      icon={UserRoundX}
      action={
        <Button asChild>
          <Link to="/discover" search={{ q: username }}>
            {t('app.missing.search')}
          </Link>
        </Button>
      }
    >
      <Text k="app.missing.channelReason" values={{ username, name: (words) => <bdi>{words}</bdi> }} />
    </MissingPage>
  );
}
