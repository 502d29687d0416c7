export * from './constants.ts';
export * from './figures.ts';
export * from './policy.ts';
export * from './signalling.ts';
