import { whenIdle } from '@/lib/browser/when-idle.ts';
import type { AppRouter } from '../router.ts';

/** Measures every screen. Starts once the first one has loaded, so that measuring doesn't slow it down. */
export function measurePerformance(router: AppRouter): void {
  const loaded = screenOf(router);
  let path = router.state.location.pathname;
  whenIdle(() => {
    // Without its script (offline, or a newer build) nothing is measured.
    import('@/lib/performance/index.ts')
      .then((performance) =>
        performance.measurePerformance(
          {
            get current() {
              return screenOf(router);
            },
            onChange: (listener) => {
              router.subscribe('onResolved', ({ toLocation: { pathname } }) => {
                // Ignore the first screen and changes of the query alone.
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

/** The route rather than the address, which may contain names: `/s/{username}/{slug}`. */
function screenOf(router: AppRouter): string {
  const [match] = router.matchRoutes(router.state.location).slice(-1);
  if (!match || match.routeId === '__root__') return '/404';
  return match.fullPath.replace(/\$(\w+)/g, '{$1}');
}
