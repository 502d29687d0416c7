import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { type Session, useSession } from '@/lib/session.ts';
import { Button } from './button.tsx';

/** Spec section 2: for signed-out users and for those whose primary role is streamer. */
export function offersStartStreaming({ state, user }: Session): boolean {
  return user ? user.primaryRole === 'streamer' : state !== 'loading';
}

/** The way to /start-streaming, for those to whom it is offered; everybody else sees nothing. */
export function StartStreaming({
  children = 'Start Streaming',
  className,
  ...look
}: ComponentProps<typeof Button>) {
  const session = useSession();
  const loading = session.state === 'loading';
  if (!loading && !offersStartStreaming(session)) return null;
  return (
    // It keeps its space while the session loads, so that nothing moves.
    <Button asChild className={clsx(className, loading && 'invisible')} {...look}>
      <Link to="/start-streaming">{children}</Link>
    </Button>
  );
}
