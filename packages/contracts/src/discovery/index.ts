export * from './categories.ts';
export * from './channels.ts';
export * from './constants.ts';
export * from './discovery.ts';
export * from './videos.ts';
