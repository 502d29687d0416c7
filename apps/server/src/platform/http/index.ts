/** What features and the composition root use of HTTP. */
export type { Authenticator, Caller } from './access.ts';
export type { Actor } from './actor.ts';
export { clientAddress } from './client-address.ts';
export { createHealth, type HealthRegistry, healthRoute, type PartState } from './health.ts';
export { createHttpApp, type HttpAppOptions } from './http-app.ts';
export {
  type HttpListener,
  openHttpListener,
  type RawHandler,
  type UpgradeHandler,
} from './http-listener.ts';
export { instanceRoute } from './instance.ts';
export { manifestRoute } from './manifest.ts';
export { originCheck } from './origin.ts';
export { escapeHtml, type FindPage, type Page, type PageImage } from './page.ts';
export { assertPortFree, portError } from './ports.ts';
export { route } from './route.ts';
