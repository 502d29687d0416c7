export * from './constants.ts';
export * from './metrics.ts';
