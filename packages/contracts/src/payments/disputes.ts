/** Disputes of payers with their banks, for admins. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byId } from '../shared/params.ts';
import { adminCharge, adminDispute } from './charges.ts';
import { DISPUTE_EVIDENCE_MAX, DISPUTE_STATUSES } from './constants.ts';
import { MONEY_PAGE_SIZE } from './fields.ts';

export const listedDispute = adminDispute.extend({
  payer: adminCharge.shape.payer,
  creator: adminCharge.shape.creator,
});
export type ListedDispute = z.infer<typeof listedDispute>;

export const listDisputes = endpoint({
  method: 'GET',
  path: '/api/admin/disputes',
  tag: 'payments',
  summary: `List disputes, newest first, ${MONEY_PAGE_SIZE} per page`,
  access: 'admin',
  query: pageQuery.extend({ status: z.enum(DISPUTE_STATUSES).optional() }),
  response: pageOf(listedDispute),
});

export const submitEvidence = endpoint({
  method: 'POST',
  path: '/api/admin/disputes/:id/evidence',
  tag: 'payments',
  summary: 'Send evidence in an open dispute to the provider',
  access: 'admin',
  recentProof: true,
  params: byId,
  body: z.strictObject({
    evidence: z
      .string()
      .trim()
      .min(1, 'Write what shows that the payment was rightful.')
      .max(DISPUTE_EVIDENCE_MAX, `Use at most ${DISPUTE_EVIDENCE_MAX} characters.`),
  }),
  response: z.void(),
});
