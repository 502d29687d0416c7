export * from './constants.ts';
export * from './own-schedule.ts';
export * from './schedule.ts';
