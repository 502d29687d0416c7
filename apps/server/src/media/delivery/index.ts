export {
  type AuthorizePlayback,
  createDelivery,
  type Delivery,
  type DeliveryOptions,
  type ForwardRequest,
} from './delivery.ts';
export { closeIdleConnections, DELIVERY_SERVER_OPTIONS } from './http-server.ts';
export { parseRange } from './requests/range.ts';
export { COMMON, privateHeaders, requestHeader } from './responses/headers.ts';
export { headerLines, writeResponse } from './responses/response-writer.ts';
export type { DeliveryStats } from './stats.ts';
export type { DeliveryLimits, WaitingLimit } from './waiting/limits.ts';
