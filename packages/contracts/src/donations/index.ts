export * from './constants.ts';
export * from './donation-overlay.ts';
export * from './donation-pages.ts';
export * from './donations.ts';
