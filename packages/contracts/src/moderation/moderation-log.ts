/** The public log of moderation: how often admins and chat moderators acted for which rule, but not against whom. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { reportReason } from './reports.ts';

export const MODERATION_ACTS = [
  'dismissed',
  'removed',
  'stopped',
  'warned',
  'suspended',
  'banned',
  'appeal_lifted',
  'appeal_upheld',
  'message_deleted',
  'message_released',
  'message_refused',
  'comment_deleted',
  'comment_released',
  'comment_refused',
  'chat_banned',
  'chat_cleared',
  'chat_appeal_lifted',
  'chat_appeal_upheld',
] as const;
export const moderationAct = z.enum(MODERATION_ACTS);
export type ModerationAct = z.infer<typeof moderationAct>;

export const MODERATION_LOG_MONTHS = 12;
/** A smaller number of equal actions in a month could identify a person. */
export const MODERATION_LOG_MIN_COUNT = 5;

export const moderationLog = z.object({
  months: z.array(
    z.object({
      month: z.string().describe('`2026-11`, in UTC'),
      acts: z.array(
        z.object({
          act: moderationAct,
          reason: reportReason.nullable().describe('Null where the act names no rule'),
          count: z.int().nullable().describe(`Null below ${MODERATION_LOG_MIN_COUNT}`),
        }),
      ),
    }),
  ),
});
export type ModerationLog = z.infer<typeof moderationLog>;

export const getModerationLog = endpoint({
  method: 'GET',
  path: '/api/moderation-log',
  tag: 'moderation',
  summary: `Count the acts of moderation of the last ${MODERATION_LOG_MONTHS} months, without names`,
  access: 'public',
  response: moderationLog,
});
