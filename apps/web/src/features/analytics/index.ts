export { Analytics } from './analytics.tsx';
export { StreamAudience } from './audience/stream-audience.tsx';
