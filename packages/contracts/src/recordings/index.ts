export * from './captions.ts';
export { UPLOAD_MAX_HOURS, UPLOADS_AT_ONCE, UPLOADS_PATH } from './constants.ts';
export * from './media-ranges.ts';
export * from './recording-settings.ts';
export * from './recordings.ts';
export * from './trimming.ts';
export * from './uploads.ts';
export * from './webvtt.ts';
