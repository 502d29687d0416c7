export { createDelivery, type Delivery, type DeliveryOptions } from './delivery.ts';
export { closeIdleConnections, DELIVERY_SERVER_OPTIONS } from './http-server.ts';
export type { DeliveryStats } from './stats.ts';
