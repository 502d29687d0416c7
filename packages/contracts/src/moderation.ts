/** What admins decide about people and streams, and how streamers ask to be verified. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { role } from './identity.ts';
import { streamId, userId } from './ids.ts';
import { streamerSummary } from './live.ts';
import { pageOf, pageQuery } from './paging.ts';
import { profileLink } from './profiles.ts';

/** Why an admin acts: whom it concerns reads it, and it is kept in the audit log. */
export const actReason = z
  .string('Say why.')
  .trim()
  .min(3, 'Say why, in a few words.')
  .max(500, 'Keep the reason to 500 characters.');

const byUser = z.object({ id: userId });

export const grantRole = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/roles/:role',
  tag: 'admin',
  summary: 'Give somebody the role streamer, with a channel, or admin',
  access: 'admin',
  params: byUser.extend({ role: role.exclude(['viewer']) }),
  response: z.void(),
});

export const takeRole = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/roles/:role',
  tag: 'admin',
  summary:
    'Take a role; not from oneself, and never from the last admin. Who loses streamer stops being live',
  access: 'admin',
  params: byUser.extend({ role: role.exclude(['viewer']) }),
  response: z.void(),
});

export const banUser = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/ban',
  tag: 'admin',
  summary: 'Close an account: its sessions and its stream end at once, and it cannot sign in',
  access: 'admin',
  params: byUser,
  body: z.object({
    reason: actReason.describe('Shown to the person'),
    days: z.int().min(1).max(3650).nullable().describe('Null: until an admin lifts it'),
  }),
  response: z.void(),
});

export const unbanUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/ban',
  tag: 'admin',
  summary: 'Open a banned account again',
  access: 'admin',
  params: byUser,
  response: z.void(),
});

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  tag: 'admin',
  summary: 'Sign somebody out everywhere',
  access: 'admin',
  params: byUser,
  response: z.void(),
});

export const takeBadge = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/badge/take',
  tag: 'admin',
  summary: 'Take the badge of a verified streamer',
  access: 'admin',
  params: byUser,
  body: z.object({ reason: actReason.describe('Shown to the streamer') }),
  response: z.void(),
});

const byStream = z.object({ id: streamId });

export const stopStream = endpoint({
  method: 'POST',
  path: '/api/admin/streams/:id/stop',
  tag: 'admin',
  summary:
    'End a running stream at once. The streamer may let the encoder in again; a ban keeps them from it',
  access: 'admin',
  params: byStream,
  body: z.object({ reason: actReason.describe('Shown to the streamer') }),
  response: z.void(),
});

export const hideStream = endpoint({
  method: 'POST',
  path: '/api/admin/streams/:id/hide',
  tag: 'admin',
  summary: 'Take a stream out of every list and search; its own address still leads to it',
  access: 'admin',
  params: byStream,
  body: z.object({ reason: actReason.describe('Shown to the streamer') }),
  response: z.void(),
});

export const showStream = endpoint({
  method: 'POST',
  path: '/api/admin/streams/:id/show',
  tag: 'admin',
  summary: 'Put a hidden stream back into the lists',
  access: 'admin',
  params: byStream,
  response: z.void(),
});

export const VERIFICATION_STATUSES = ['pending', 'approved', 'rejected'] as const;
export const verificationStatus = z.enum(VERIFICATION_STATUSES);
export type VerificationStatus = z.infer<typeof verificationStatus>;

export const VERIFICATION_LINKS_MAX = 8;

export const verificationForm = z.object({
  socialMediaLinks: z
    .array(profileLink)
    .min(1, 'Give at least one address that shows that it is you.')
    .max(VERIFICATION_LINKS_MAX, `Give at most ${VERIFICATION_LINKS_MAX} addresses.`),
});
export type VerificationForm = z.infer<typeof verificationForm>;

/** As the streamer sees it. */
export const verificationRequest = z.object({
  id: z.uuid(),
  status: verificationStatus,
  submittedAt: z.iso.datetime(),
  reviewedAt: z.iso.datetime().nullable(),
  adminNotes: z.string().nullable(),
  socialMediaLinks: z.array(z.string()),
});
export type VerificationRequest = z.infer<typeof verificationRequest>;

const ownVerification = z.object({
  isVerified: z.boolean(),
  request: verificationRequest.nullable().describe('The newest one'),
});
export type OwnVerification = z.infer<typeof ownVerification>;

export const getVerification = endpoint({
  method: 'GET',
  path: '/api/me/verification',
  tag: 'moderation',
  summary: "How the signed-in streamer's verification stands",
  access: 'streamer',
  response: ownVerification,
});

export const requestVerification = endpoint({
  method: 'POST',
  path: '/api/me/verification',
  tag: 'moderation',
  summary: 'Ask to be verified; one request at a time',
  access: 'streamer',
  perMinute: 10,
  body: verificationForm,
  response: ownVerification,
});

export const verificationCase = verificationRequest.extend({
  streamer: streamerSummary,
  /** Null: not reviewed, by the command line, or by an account that is gone. */
  reviewedBy: z.string().nullable(),
});
export type VerificationCase = z.infer<typeof verificationCase>;

export const VERIFICATION_PAGE_SIZE = 25;

export const listVerification = endpoint({
  method: 'GET',
  path: '/api/admin/verification-requests',
  tag: 'admin',
  summary: 'Requests to be verified: those that wait the oldest first, the others the newest first',
  access: 'admin',
  query: pageQuery.extend({ status: verificationStatus.default('pending') }),
  response: pageOf(verificationCase),
});

export const verificationDecision = z
  .object({
    status: verificationStatus.exclude(['pending']),
    notes: z
      .string()
      .trim()
      .max(2000, 'Keep the notes to 2,000 characters.')
      .describe('The streamer reads them'),
  })
  .refine(({ status, notes }) => status === 'approved' || notes.length >= 3, {
    path: ['notes'],
    error: 'Say what is missing, so that the streamer can mend it.',
  });

export const decideVerification = endpoint({
  method: 'PUT',
  path: '/api/admin/verification-requests/:id/decision',
  tag: 'admin',
  summary: 'Approve a request, which gives the badge, or reject it with notes',
  access: 'admin',
  params: z.object({ id: z.uuid() }),
  body: verificationDecision,
  response: verificationCase,
});

/** What admins decide for everybody. */
export const instanceSettings = z.object({
  tagline: z
    .string()
    .trim()
    .max(140, 'Keep it to 140 characters.')
    .describe('Beneath the name in the footer'),
  announcement: z
    .string()
    .trim()
    .max(280, 'Keep it to 280 characters.')
    .describe('Above every page while it is not empty'),
  registrationOpen: z.boolean(),
  adminsNeedSecondFactor: z.boolean(),
});
export type InstanceSettings = z.infer<typeof instanceSettings>;

const instanceSettingsEdit = instanceSettings.partial();
export type InstanceSettingsEdit = z.infer<typeof instanceSettingsEdit>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  tag: 'admin',
  summary: 'What admins decide for everybody',
  access: 'admin',
  response: instanceSettings,
});

export const patchSettings = endpoint({
  method: 'PATCH',
  path: '/api/admin/settings',
  tag: 'admin',
  summary: 'Change settings of the instance; what is left out stays',
  access: 'admin',
  body: instanceSettingsEdit,
  response: instanceSettings,
});
