import { whenIdle } from '@/lib/when-idle.ts';
import type { AppRouter } from '../router.ts';

/** Measures every screen, from the moment on when the first one has loaded: measuring must cost it nothing. */
export function measurePerformance(router: AppRouter): void {
  const loaded = screenOf(router);
  let path = router.state.location.pathname;
  whenIdle(() => {
    // A measurement that cannot be had (offline, a newer build) is none.
    import('@/lib/performance/index.ts')
      .then((performance) =>
        performance.measurePerformance(
          {
            get current() {
              return screenOf(router);
            },
            onChange: (listener) => {
              router.subscribe('onResolved', ({ toLocation: { pathname } }) => {
                // The first screen resolves too, and a query alone changes no screen.
                if (pathname === path) return;
                path = pathname;
                listener();
              });
            },
          },
          loaded,
        ),
      )
      .catch(() => {});
  });
}

/** The route and not the address, which may name people: `/s/{username}/{slug}`. */
function screenOf(router: AppRouter): string {
  const [match] = router.matchRoutes(router.state.location).slice(-1);
  if (!match || match.routeId === '__root__') return '/404';
  return match.fullPath.replace(/\$(\w+)/g, '{$1}');
}
