export { createRealtime, type Realtime } from './realtime.ts';
export type { Listeners } from './topics/topic-handle.ts';
export { type ActionConnection, defineTopic, type TopicDefinition } from './topics/topics.ts';
