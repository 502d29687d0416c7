import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LIVE_SLUG, type SessionUser } from '@tributary/contracts';
import type { ReactNode } from 'react';
import { BecomeStreamer, StreamSetup } from '@/features/channels/index.ts';
import { useDocumentTitle } from '@/lib/document-title.ts';
import { instanceQuery } from '@/lib/instance.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Container } from '@/ui/layout.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import { ErrorState } from '@/ui/states.tsx';

export function StartStreamingPage() {
  useDocumentTitle('Start streaming');
  const { state, user } = useSession();
  if (state === 'loading') {
    return (
      <div className="flex justify-center py-24 text-muted">
        <Spinner label="Loading" size={32} />
      </div>
    );
  }
  if (state === 'unknown') {
    return <ErrorState message="The server did not say who is signed in. Reload the page to try again." />;
  }
  return (
    <Container className="flex max-w-[76rem] flex-col gap-10 pt-8 sm:pt-12">
      <h1 className="text-display">
        {user && !user.roles.includes('streamer') ? 'Become a streamer' : 'Start streaming'}
      </h1>
      {!user ? (
        <SignInFirst />
      ) : user.roles.includes('streamer') ? (
        <Setup user={user} />
      ) : (
        <BecomeStreamer username={user.username} />
      )}
    </Container>
  );
}

function SignInFirst() {
  return (
    <div className="flex flex-col items-start gap-8">
      <ol className="flex max-w-[52ch] flex-col gap-4">
        <Ahead number={1}>Sign in, so that the channel is yours.</Ahead>
        <Ahead number={2}>Copy an address and a key into OBS, ffmpeg or any encoder that speaks RTMP.</Ahead>
        <Ahead number={3}>
          Start the encoder. This page tells you when the signal arrives and how good it is.
        </Ahead>
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button asChild size="lg">
          <Link to="/login" search={{ from: '/start-streaming' }}>
            Sign In
          </Link>
        </Button>
        <Button asChild variant="secondary" size="lg">
          <Link to="/register" search={{ from: '/start-streaming' }}>
            Sign Up
          </Link>
        </Button>
      </div>
    </div>
  );
}

function Ahead({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span aria-hidden="true" className="font-display font-semibold text-accent text-lg">
        {number}
      </span>
      <span className="pt-0.5 text-muted">{children}</span>
    </li>
  );
}

function Setup({ user }: { user: SessionUser }) {
  const instance = useQuery(instanceQuery);
  return (
    <StreamSetup
      graceSeconds={instance.data?.graceSeconds ?? 30}
      watchLink={
        <Button asChild>
          <Link to="/s/$username/$slug" params={{ username: user.username, slug: LIVE_SLUG }}>
            Watch your stream
          </Link>
        </Button>
      }
    />
  );
}
