export * from './constants.ts';
export * from './library.ts';
