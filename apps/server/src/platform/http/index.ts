/** HTTP for features and the composition root. */
export type { Authenticator } from './access.ts';
export { createHttpApp, type HttpAppOptions } from './http-app.ts';
export {
  ARRIVAL_HEADER,
  type ArrivalReport,
  arrivalProof,
  arrivalReport,
} from './instance/arrival-report.ts';
export { createHealth, type HealthRegistry, healthRoute, type PartState } from './instance/health.ts';
export { instanceInfo, instanceRoute } from './instance/instance.ts';
export { type ClientAddress, clientAddress, usageByClient } from './listener/client-address.ts';
export {
  type HttpListener,
  openHttpListener,
  type RawHandler,
  type UpgradeHandler,
} from './listener/http-listener.ts';
export { assertPortFree, assertUdpPortFree, portError } from './listener/port-errors.ts';
export { mediaHostHandler } from './media-host.ts';
export { route } from './route.ts';
export { originCheck } from './security/origin.ts';
export { manifestRoute } from './web-app/manifest.ts';
export { escapeHtml, type FindPage, MISSING_PAGE, type Page, type PageImage } from './web-app/page.ts';
export { type PageAddress, pageAddress } from './web-app/page-address.ts';
