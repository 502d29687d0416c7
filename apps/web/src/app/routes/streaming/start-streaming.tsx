import { Link } from '@tanstack/react-router';
import type { SessionUser } from '@tributary/contracts/identity';
import { LIVE_SLUG } from '@tributary/contracts/shared';
import type { ReactNode } from 'react';
import { NewChannel, StreamSetup } from '@/features/channels/index.ts';
import { StreamAudience } from '@/features/events/index.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { useInstance } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Confluence } from '@/ui/brand/confluence.tsx';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';
import { Container } from '@/ui/layout.tsx';
import { UnknownSession } from '../../guard.tsx';

export function StartStreamingPage() {
  useDocumentTitle(t('ui.startStreaming'));
  const { state, user } = useSession();
  if (state === 'loading') {
    return (
      <div className="flex justify-center py-24 text-muted">
        <Spinner label={t('ui.loading')} size={32} />
      </div>
    );
  }
  if (state === 'unknown') return <UnknownSession />;
  return (
    <Container width="page" className="flex flex-col gap-10 pt-8 sm:pt-12">
      {user?.roles.includes('streamer') ? (
        <>
          <h1 className="text-display">{t('streaming.start.title')}</h1>
          <Setup user={user} />
        </>
      ) : (
        <Invitation>{user ? <NewChannel user={user} /> : <SignInFirst />}</Invitation>
      )}
    </Container>
  );
}

/** Shown to people without a channel: the steps beside an illustration. */
function Invitation({ children }: { children: ReactNode }) {
  return (
    <div className="grid items-center gap-16 lg:grid-cols-2">
      <div className="flex flex-col gap-8">
        <h1 className="text-display">{t('streaming.start.title')}</h1>
        {children}
      </div>
      <div className="hidden aspect-4/3 overflow-hidden rounded-media bg-surface-1 lg:block">
        <Confluence />
      </div>
    </div>
  );
}

function SignInFirst() {
  return (
    <div className="flex flex-col items-start gap-8">
      <ol className="flex max-w-[52ch] flex-col gap-4">
        <Step number={1}>{t('streaming.start.signUp')}</Step>
        <Step number={2}>{t('streaming.start.copyKey')}</Step>
        <Step number={3}>{t('streaming.start.begin')}</Step>
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button asChild size="lg">
          <Link to="/register" search={{ from: '/start-streaming' }}>
            {t('identity.register.signUp')}
          </Link>
        </Button>
        <Button asChild variant="secondary" size="lg">
          <Link to="/login" search={{ from: '/start-streaming' }}>
            {t('ui.signIn')}
          </Link>
        </Button>
      </div>
    </div>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span aria-hidden="true" className="w-4 shrink-0 font-display font-semibold text-accent text-lg">
        {number}
      </span>
      <span className="pt-0.5 text-muted">{children}</span>
    </li>
  );
}

function Setup({ user }: { user: SessionUser }) {
  const instance = useInstance();
  return (
    <StreamSetup
      graceSeconds={instance.data?.graceSeconds ?? 30}
      audience={<StreamAudience />}
      watchLink={
        <Button asChild>
          <Link to="/s/$username/$slug" params={{ username: user.username, slug: LIVE_SLUG }}>
            {t('streaming.viewStream')}
          </Link>
        </Button>
      }
    />
  );
}
