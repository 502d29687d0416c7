export { createInstanceMail, type InstanceMail } from './instance-mail.ts';
export { limitMails } from './limit-mails.ts';
export type { Mail, Mailer, MailPurpose } from './mail.ts';
export { mailLogo } from './mail-html.ts';
export { outboxRoutes } from './outbox.routes.ts';
export { createOutbox, type Outbox } from './outbox.ts';
export { createSmtp, type SmtpMailer } from './smtp.ts';
export { type SmtpRefusal, verifySmtp } from './verify-smtp.ts';
