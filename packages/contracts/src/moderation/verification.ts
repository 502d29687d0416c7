/** Verification of streamers: their requests and the decisions of admins. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { profileLink } from '../profiles/profiles.ts';
import { endpoint } from '../shared/endpoint.ts';
import { textLines } from '../shared/fields.ts';
import { csvExport, pageOf, pageQuery } from '../shared/lists.ts';
import { byId } from '../shared/params.ts';

export const VERIFICATION_STATUSES = ['pending', 'approved', 'rejected'] as const;
export const verificationStatus = z.enum(VERIFICATION_STATUSES);
export type VerificationStatus = z.infer<typeof verificationStatus>;

export const VERIFICATION_LINKS_MAX = 8;

export const verificationForm = z.object({
  socialMediaLinks: z
    .array(profileLink)
    .min(1, 'Add at least one link that shows who you are.')
    .max(VERIFICATION_LINKS_MAX, `Use at most ${VERIFICATION_LINKS_MAX} links.`),
});
export type VerificationForm = z.infer<typeof verificationForm>;

/** A request with the data that the streamer sees. */
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
  request: verificationRequest.nullable().describe('The newest request'),
});
export type OwnVerification = z.infer<typeof ownVerification>;

export const getVerification = endpoint({
  method: 'GET',
  path: '/api/me/verification',
  tag: 'moderation',
  summary: 'Get the signed-in streamer’s verification status',
  access: 'streamer',
  response: ownVerification,
});

export const requestVerification = endpoint({
  method: 'POST',
  path: '/api/me/verification',
  tag: 'moderation',
  summary: 'Request verification. Only one request can be pending',
  access: 'streamer',
  perMinute: 10,
  body: verificationForm,
  response: ownVerification,
});

export const adminVerificationRequest = verificationRequest.extend({
  streamer: streamerSummary,
  /** Null if pending, or if reviewed on the command line or by a deleted account. */
  reviewedBy: z.string().nullable(),
});
export type AdminVerificationRequest = z.infer<typeof adminVerificationRequest>;

export const VERIFICATION_PAGE_SIZE = 25;

export const VERIFICATION_FILTERS = [...VERIFICATION_STATUSES, 'all'] as const;

export const verificationFilter = z.object({
  status: z.enum(VERIFICATION_FILTERS).default('pending'),
  // The requests that have waited longest come first.
  order: z.enum(['asc', 'desc']).default('asc'),
});
export type VerificationFilter = z.output<typeof verificationFilter>;

export const listVerification = endpoint({
  method: 'GET',
  path: '/api/admin/verification-requests',
  tag: 'admin',
  summary: `List verification requests by age, ${VERIFICATION_PAGE_SIZE} per page`,
  access: 'admin',
  query: verificationFilter.extend(pageQuery.shape),
  response: pageOf(adminVerificationRequest),
});

export const exportVerification = endpoint({
  ...csvExport,
  path: '/api/admin/verification-requests.csv',
  tag: 'admin',
  summary: 'Export verification requests as CSV',
  access: 'admin',
  query: verificationFilter,
});

export const verificationDecision = z
  .object({
    status: verificationStatus.exclude(['pending']),
    notes: textLines(2000).describe('Shown to the streamer'),
  })
  .refine(({ status, notes }) => status === 'approved' || notes.length >= 3, {
    path: ['notes'],
    error: 'Tell the streamer what is missing.',
  });

export const decideVerification = endpoint({
  method: 'PUT',
  path: '/api/admin/verification-requests/:id/decision',
  tag: 'admin',
  summary: 'Approve a request, which adds the badge, or reject it with notes',
  access: 'admin',
  params: byId,
  body: verificationDecision,
  response: adminVerificationRequest,
});
