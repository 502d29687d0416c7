export type { ConnectionState } from './client.ts';
export { realtime } from './connection.ts';
export type { TopicMessage } from './messages.ts';
export { useConnectionState, useTopic } from './use-topic.ts';
