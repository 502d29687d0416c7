import { followServiceWorker as follow } from '@/lib/service-worker.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import type { AppRouter } from '../router.ts';

/** A pushed notification leads on in this tab; a new version is offered, never forced. */
export function followServiceWorker(router: AppRouter): void {
  follow({
    onFollow: (href) => void router.navigate({ to: href }),
    onNewVersion: () =>
      toast.info('A new version is here', {
        description: 'It comes with your next visit, or now.',
        action: { label: 'Reload', onClick: () => location.reload() },
      }),
  });
}
