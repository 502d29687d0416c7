/** The service worker (apps/web/service-worker), as pages deal with it. */
import { whenIdle } from './when-idle.ts';

export interface WorkerListener {
  /** Somebody pressed a pushed notification that leads to this path, and this tab is to show it. */
  onFollow(href: string): void;
  /** Another version of the app is there; this page still is the old one. */
  onNewVersion(): void;
}

const HOUR_MS = 3_600_000;

/** Registers it once the page has loaded, and hears from it. Without one (an old browser, plain http) nothing lacks but offline and push. */
export function followServiceWorker(listener: WorkerListener): void {
  // While developing nothing is named by its content.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const first = serviceWorker.controller === null;
  let changes = 0;
  serviceWorker.addEventListener('controllerchange', () => {
    changes += 1;
    // The first one of all takes over pages of its own version.
    if (!first || changes > 1) listener.onNewVersion();
  });
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null) return;
    const { type, href } = { type: undefined, href: undefined, ...data };
    if (type === 'follow' && typeof href === 'string' && /^\/(?![/\\])/.test(href)) listener.onFollow(href);
  });
  whenIdle(() => void watch(serviceWorker));
}

async function watch(serviceWorker: ServiceWorkerContainer): Promise<void> {
  try {
    const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    // A tab that is never reloaded asks now and then.
    setInterval(() => void registration.update().catch(() => undefined), HOUR_MS);
  } catch {
    // Refused by the browser's settings; the app does without.
  }
}
