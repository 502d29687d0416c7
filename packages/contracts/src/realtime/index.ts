export * from './realtime.ts';
export * from './realtime-protocol.ts';
export * from './topic.ts';
