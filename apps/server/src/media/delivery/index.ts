export { createDelivery, type Delivery, type DeliveryOptions } from './delivery.ts';
export { DELIVERY_SERVER_OPTIONS, IDLE_TIMEOUT_MS } from './server-options.ts';
export type { DeliveryStats } from './stats.ts';
