/**
 * The service worker: an offline page, cached scripts and web push. Nothing live or personal is ever cached
 * (see strategy.ts).
 */
import { FILES } from './build.ts';
import { asset, cacheShell, deleteOldCaches, file, page } from './caches.ts';
import { follow, renew, show } from './push.ts';
import { strategyFor } from './strategy.ts';

declare const self: ServiceWorkerGlobalScope;

const files = new Set(FILES);

/** Static routes of the Service Workers draft, which Chromium supports and TypeScript's types lack. */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?(rules: readonly { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>;
}

self.addEventListener('install', (event: RoutingInstallEvent) => {
  // Pages always come from the network, so a new version needn't wait for tabs of the old one.
  void self.skipWaiting();
  // Requests of media and of the API bypass the service worker.
  const direct = ['/live/*', '/recordings/*', '/api/*'].map((urlPattern) => ({
    condition: { urlPattern },
    source: 'network' as const,
  }));
  if (event.addRoutes) event.waitUntil(event.addRoutes(direct));
  event.waitUntil(cacheShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([deleteOldCaches(), self.registration.navigationPreload?.enable(), self.clients.claim()]),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (strategyFor(request, self.location.origin, files)) {
    case 'page':
      return event.respondWith(page(request, event.preloadResponse));
    case 'asset':
      return event.respondWith(asset(request));
    case 'file':
      return event.respondWith(file(request));
    case 'network':
      return;
  }
});

self.addEventListener('push', (event) => event.waitUntil(show(event)));
self.addEventListener('notificationclick', (event) => event.waitUntil(follow(event.notification)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
