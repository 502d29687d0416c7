/** Appeals against bans. A banned person cannot sign in, so a token from the refused sign-in or the mail identifies them. */
import { z } from 'zod';
import { APPEAL_OUTCOMES } from '../shared/appeals.ts';
import { endpoint } from '../shared/endpoint.ts';
import { adminReason, appealText, userId } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byId } from '../shared/params.ts';
import { REPORT_STATES } from './constants.ts';

const appealOutcome = z.enum(APPEAL_OUTCOMES);

const ban = z.object({
  at: z.iso.datetime(),
  until: z.iso.datetime().nullable().describe('Null until an admin lifts it'),
  reason: z.string().nullable(),
});

const appeal = z.object({
  text: z.string(),
  at: z.iso.datetime(),
  decision: z.object({ outcome: appealOutcome, reply: z.string(), at: z.iso.datetime() }).nullable(),
});

/** A ban with the data that its person sees. */
export const ownBan = ban.extend({ username: z.string(), appeal: appeal.nullable() });
export type OwnBan = z.infer<typeof ownBan>;

const token = z.string().max(200);

export const getOwnBan = endpoint({
  method: 'POST',
  path: '/api/appeals/ban',
  tag: 'moderation',
  summary: 'Get why and until when an account is banned, by the token of a refused sign-in',
  access: 'public',
  perMinute: 30,
  body: z.object({ token }),
  response: ownBan,
});

export const sendAppeal = endpoint({
  method: 'POST',
  path: '/api/appeals',
  tag: 'moderation',
  summary: 'Appeal a ban, once',
  access: 'public',
  perMinute: 10,
  body: z.object({ token, text: appealText }),
  response: ownBan,
});

export const adminAppeal = appeal.extend({
  id: z.uuid(),
  person: z.object({
    id: userId,
    username: z.string(),
    displayName: z.string(),
    avatarUrl: z.string().nullable(),
  }),
  ban: ban.nullable().describe('Null once it has ended'),
  bannedBy: z.string().nullable().describe('Null for the command line and deleted accounts'),
});
export type AdminAppeal = z.infer<typeof adminAppeal>;

export const APPEALS_PAGE_SIZE = 25;

export const appealFilter = z.object({ state: z.enum(REPORT_STATES).default('open') });
export type AppealFilter = z.output<typeof appealFilter>;

export const listAppeals = endpoint({
  method: 'GET',
  path: '/api/admin/appeals',
  tag: 'admin',
  summary: `List appeals, newest first, ${APPEALS_PAGE_SIZE} per page`,
  access: 'admin',
  query: appealFilter.extend(pageQuery.shape),
  response: pageOf(adminAppeal),
});

export const appealDecision = z.object({
  outcome: appealOutcome,
  reply: adminReason.describe('Sent to the person'),
});
export type AppealDecision = z.infer<typeof appealDecision>;

export const decideAppeal = endpoint({
  method: 'PUT',
  path: '/api/admin/appeals/:id/decision',
  tag: 'admin',
  summary:
    'Lift or uphold the appealed ban. Where there are several admins, one who did not ban the person decides',
  access: 'admin',
  params: byId,
  body: appealDecision,
  response: z.void(),
});
