export * from './constants.ts';
export * from './entries.ts';
export * from './ingest-health.ts';
export * from './playback.ts';
export * from './statistics.ts';
export * from './streams.ts';
