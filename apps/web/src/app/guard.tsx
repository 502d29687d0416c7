import { type NavigateOptions, type RouteComponent, useNavigate, useRouter } from '@tanstack/react-router';
import type { SessionUser } from '@tributary/contracts/identity';
import type { Role } from '@tributary/contracts/shared';
import { type ReactNode, useEffect, useRef } from 'react';
import { useInstance } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { session, useSession } from '@/lib/session.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';

interface GuardProps {
  /** Any one of these grants access; without any, being signed in does. */
  roles?: readonly Role[];
  children: (user: SessionUser) => ReactNode;
}

/**
 * Shows a page to those who may see it (spec section 5). Others go to /login, which remembers the origin, or
 * to /unauthorized. This is a convenience: the server enforces access.
 */
export function Guard({ roles, children }: GuardProps) {
  const { state, user } = useSession();
  const router = useRouter();
  // These pages also depend on the instance's settings; waiting for them avoids a layout shift.
  const instance = useInstance();
  if (state === 'loading' || (instance.isPending && instance.failureCount === 0)) {
    return (
      <div className="flex justify-center py-24 text-muted">
        <Spinner label={t('ui.loading')} size={32} />
      </div>
    );
  }
  if (state === 'unknown') return <UnknownSession />;
  if (!user) return <Redirect to="/login" search={{ from: router.state.location.href }} />;
  if (roles && !roles.some((role) => user.roles.includes(role))) return <Redirect to="/unauthorized" />;
  return children(user);
}

/** Shown when the server can't say who is signed in and the page depends on it. */
export const UnknownSession = () => (
  <ErrorState message={t('app.guard.unknown')} onRetry={() => session().retry()} />
);

/** Redirects once, to the first target: the options may change with the address while leaving. */
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
  // The router preloads a page's script on hover.
  if (Page.preload) Guarded.preload = Page.preload;
  return Guarded;
}
