export * from './analytics.ts';
export * from './audience.ts';
export * from './constants.ts';
