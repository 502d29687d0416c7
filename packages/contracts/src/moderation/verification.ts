/** How streamers ask to be verified, and how admins decide. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { profileLink } from '../profiles/profiles.ts';
import { endpoint } from '../shared/endpoint.ts';
import { pageOf, pageQuery } from '../shared/paging.ts';

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
