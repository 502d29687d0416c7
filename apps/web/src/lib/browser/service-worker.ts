/** The page's side of the service worker (apps/web/service-worker). */
import { HOUR_MS } from '../format/durations.ts';
import { whenIdle } from './when-idle.ts';

export interface WorkerListener {
  /** The user pressed a push notification; this tab should open its path. */
  onFollow(href: string): void;
  /** A new version of the app has been installed; this page still runs the old one. */
  onNewVersion(): void;
}

/**
 * Registers the service worker once the page has loaded, and listens to it. Without one (old browser, plain http), only
 * the offline page and push are missing.
 */
export function listenToServiceWorker(listener: WorkerListener): void {
  // In development, files have no content hashes to cache by.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const first = serviceWorker.controller === null;
  let changes = 0;
  serviceWorker.addEventListener('controllerchange', () => {
    changes += 1;
    // A first installation takes over pages of its own version.
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
    // Finds new versions in tabs that are never reloaded.
    setInterval(() => void registration.update().catch(() => undefined), HOUR_MS);
  } catch {
    // The browser's settings block it; the app works without it.
  }
}
