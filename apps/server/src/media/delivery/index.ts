export { createDelivery, type Delivery, type DeliveryOptions } from './delivery.ts';
export { DELIVERY_SERVER_OPTIONS } from './server-options.ts';
export { closeSilentConnections } from './silent-connections.ts';
export type { DeliveryStats } from './stats.ts';
