export * from './constants.ts';
export * from './events.ts';
export * from './own-events.ts';
export * from './reminders.ts';
export * from './tickets.ts';
