export * from './constants.ts';
export * from './icons.ts';
export * from './notifications.ts';
