export type { ConnectionState } from './client.ts';
export { realtime } from './connection.ts';
export { act, type MessageAt } from './topics.ts';
export { useConnectionState, useTopic } from './use-topic.ts';
