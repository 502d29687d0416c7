import { useQuery } from '@tanstack/react-query';
import { type NavigateOptions, type RouteComponent, useNavigate, useRouter } from '@tanstack/react-router';
import type { Role, SessionUser } from '@tributary/contracts';
import { type ReactNode, useEffect, useRef } from 'react';
import { instanceQuery } from '@/lib/instance.ts';
import { session, useSession } from '@/lib/session.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';

interface GuardProps {
  /** One of these is enough; with none, being signed in is. */
  roles?: readonly Role[];
  children: (user: SessionUser) => ReactNode;
}

/**
 * Lets those through who may see a page (spec section 5): others go to /login, which remembers where
 * from, or to /unauthorized. For comfort only: it is the server that refuses.
 */
export function Guard({ roles, children }: GuardProps) {
  const { state, user } = useSession();
  const router = useRouter();
  // What these pages say depends on the instance too: lines that came later would push the others down.
  const instance = useQuery(instanceQuery);
  if (state === 'loading' || (!instance.isFetched && instance.failureCount === 0)) {
    return (
      <div className="flex justify-center py-24 text-muted">
        <Spinner label="Loading" size={32} />
      </div>
    );
  }
  if (state === 'unknown') return <UnknownSession />;
  if (!user) return <Redirect to="/login" search={{ from: router.state.location.href }} />;
  if (roles && !roles.some((role) => user.roles.includes(role))) return <Redirect to="/unauthorized" />;
  return children(user);
}

/** Where what a page shows depends on who one is, and no answer to that is to be had. */
export const UnknownSession = () => (
  <ErrorState
    message="The server did not say who is signed in. Try again in a moment."
    onRetry={() => session().retry()}
  />
);

/** Leaves once, for where it was first told: the page's own address changes as one leaves it. */
export function Redirect(options: NavigateOptions) {
  const navigate = useNavigate();
  const first = useRef(options);
  useEffect(() => void navigate({ ...first.current, replace: true }), [navigate]);
  return null;
}

/** Leads to the dashboard of the primary role (spec section 5). */
export const DashboardRedirect: RouteComponent = () => (
  <Guard>{({ primaryRole }) => <Redirect to={`/dashboard/${primaryRole}`} />}</Guard>
);

/** A route's component behind the guard: `component: guarded(lazyRouteComponent(...), ['streamer'])`. */
export function guarded(Page: RouteComponent, roles?: readonly Role[] | undefined): RouteComponent {
  const Guarded: RouteComponent = () => <Guard {...(roles && { roles })}>{() => <Page />}</Guard>;
  // The router fetches a page's script when a link to it is pointed at.
  if (Page.preload) Guarded.preload = Page.preload;
  return Guarded;
}
