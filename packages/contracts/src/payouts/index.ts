export * from './billing.ts';
export * from './constants.ts';
export * from './earnings.ts';
export * from './payouts.ts';
export * from './statements.ts';
