export * from './health.ts';
export * from './overview.ts';
