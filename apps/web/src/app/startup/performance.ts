import { whenIdle } from '@/lib/browser/when-idle.ts';
import type { AppRouter } from '../router.ts';

/** Measures every screen. Starts once the first one has loaded, so that measuring doesn't slow it down. */
export function measurePerformance(router: AppRouter): void {
  /** The route rather than the address, which may contain names: `/s/{username}/{slug}`. */
  const at = (pathname: string): string => {
    const [match] = router.matchRoutes(pathname, {}).slice(-1);
    if (!match || match.routeId === '__root__') return '/404';
    return match.fullPath.replace(/\$(\w+)/g, '{$1}');
  };
  const loaded = at(router.state.location.pathname);
  whenIdle(() => {
    // Without its script (offline, or a newer build) nothing is measured.
    import('@/lib/performance/index.ts')
      .then((performance) => performance.measurePerformance({ loaded, at }))
      .catch(() => {});
  });
}
