export * from './constants.ts';
export * from './own-tiers.ts';
export * from './subscriptions.ts';
export * from './tiers.ts';
