export * from './accent.ts';
export * from './audit.ts';
export * from './branding.ts';
export * from './front-page.ts';
export { hexOf } from './oklch.ts';
export * from './outbox.ts';
export * from './settings.ts';
