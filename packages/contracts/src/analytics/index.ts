export * from './analytics.ts';
export * from './constants.ts';
