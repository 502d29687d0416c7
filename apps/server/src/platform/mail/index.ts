export type { Mail, Mailer } from './mail.ts';
export { createOutbox } from './outbox.ts';
