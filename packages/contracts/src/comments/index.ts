export * from './comment-settings.ts';
export * from './comments.ts';
export * from './constants.ts';
