export { createRealtime, type PresenceListener, type Realtime } from './realtime.ts';
export type { OpenTopic, Principal, TopicKind, TopicRefusal } from './topics.ts';
