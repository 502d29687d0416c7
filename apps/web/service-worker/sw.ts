/**
 * The service worker: an offline page, the app's own scripts at hand, and web push. Nothing live and
 * nothing of anybody's own is ever kept (strategy.ts says what is).
 */
import { FILES } from './build.ts';
import { asset, file, forgetOld, keepShell, page } from './caches.ts';
import { follow, renew, show } from './push.ts';
import { strategyFor } from './strategy.ts';

declare const self: ServiceWorkerGlobalScope;

const files = new Set(FILES);

/** Static routes of the Service Workers draft, which Chromium has and TypeScript does not know yet. */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?(rules: readonly { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>;
}

self.addEventListener('install', (event: RoutingInstallEvent) => {
  // Pages always come from the network, so a new version need not wait for the tabs of the old one.
  void self.skipWaiting();
  // What is live does not even pass by here.
  const direct = ['/live/*', '/api/*'].map((urlPattern) => ({
    condition: { urlPattern },
    source: 'network' as const,
  }));
  if (event.addRoutes) event.waitUntil(event.addRoutes(direct));
  event.waitUntil(keepShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([forgetOld(), self.registration.navigationPreload?.enable(), self.clients.claim()]),
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
