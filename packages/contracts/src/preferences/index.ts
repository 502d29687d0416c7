export * from './constants.ts';
export * from './preferences.ts';
