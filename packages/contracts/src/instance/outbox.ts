import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';

export const outboxMail = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sentAt: z.iso.datetime(),
});
export type OutboxMail = z.infer<typeof outboxMail>;

export const listOutbox = endpoint({
  method: 'GET',
  path: '/api/admin/outbox',
  tag: 'admin',
  summary:
    'List the newest emails of a demo instance without a mail server, which keeps them instead of sending them',
  access: 'admin',
  // Its mails have codes and links that open accounts.
  recentProof: true,
  response: z.object({ mails: z.array(outboxMail) }),
});
