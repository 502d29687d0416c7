export { createDelivery, type Delivery, type DeliveryOptions } from './delivery.ts';
export { closeIdleConnections } from './http-server.ts';
export { DELIVERY_SERVER_OPTIONS } from './server-options.ts';
export type { DeliveryStats } from './stats.ts';
