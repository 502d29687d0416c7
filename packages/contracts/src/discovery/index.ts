export * from './constants.ts';
export * from './discovery.ts';
export * from './videos.ts';
