export * from './appeals.ts';
export * from './constants.ts';
export * from './moderation-log.ts';
export * from './reports.ts';
export * from './streams.ts';
export * from './users.ts';
export * from './verification.ts';
export * from './warnings.ts';
