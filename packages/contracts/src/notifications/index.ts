export * from './constants.ts';
export * from './notifications.ts';
