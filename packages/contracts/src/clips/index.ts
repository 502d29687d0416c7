export * from './clips.ts';
export * from './constants.ts';
