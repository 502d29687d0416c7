export * from './activity.ts';
export * from './markers.ts';
export * from './results.ts';
