import { listenToServiceWorker } from '@/lib/browser/service-worker.ts';
import { offerNewVersion } from '@/ui/feedback/toaster.tsx';
import type { AppRouter } from '../router.ts';

/** Opens a pressed notification in this tab, and offers a new version without forcing a reload. */
export function handleServiceWorker(router: AppRouter): void {
  listenToServiceWorker({
    onFollow: (href) => void router.navigate({ to: href, state: { via: 'notification' } }),
    onNewVersion: offerNewVersion,
  });
}
