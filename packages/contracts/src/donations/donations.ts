/** Donations to streamers. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { amount, bookedOn, currency, MONEY_PAGE_SIZE, moment, providerName } from '../payments/fields.ts';
import { endpoint } from '../shared/endpoint.ts';
import { csvExport, pageOf, pageQuery } from '../shared/lists.ts';
import { byId, order } from '../shared/params.ts';
import { DONATION_SORTS, DONATION_STATUSES } from './constants.ts';

const donationBase = z.object({
  id: z.uuid(),
  amount,
  refundedAmount: amount,
  currency,
  status: z.enum(DONATION_STATUSES),
  paymentProvider: providerName,
  message: z.string(),
  createdAt: moment,
});

export const donation = donationBase.extend({
  platformFee: amount,
  netAmount: amount,
  isAnonymous: z.boolean(),
  guestName: z.string().nullable().describe('The name that a donor without an account gave'),
  isMessageHidden: z.boolean(),
  donor: streamerSummary
    .nullable()
    .describe('Null if anonymous, if it was made without an account, or if the account was deleted'),
  isSubscriber: z
    .boolean()
    .optional()
    .describe('Whether the donor shows a subscriber badge; only for the creator'),
});
export type Donation = z.infer<typeof donation>;

export const donationFilter = z.object({
  status: z.enum(DONATION_STATUSES).optional(),
  ...bookedOn.shape,
  sort: z.enum(DONATION_SORTS).default('createdAt'),
  order,
});
export type DonationFilter = z.output<typeof donationFilter>;

export const listDonations = endpoint({
  method: 'GET',
  path: '/api/me/donations',
  tag: 'donations',
  summary: `List donations that the signed-in streamer received, ${MONEY_PAGE_SIZE} per page`,
  access: 'streamer',
  query: donationFilter.extend(pageQuery.shape),
  response: pageOf(donation),
});

export const exportDonations = endpoint({
  ...csvExport,
  path: '/api/me/donations.csv',
  tag: 'donations',
  summary: 'Export donations that the signed-in streamer received as CSV',
  access: 'streamer',
  query: donationFilter,
});

export const refundDonation = endpoint({
  method: 'POST',
  path: '/api/me/donations/:id/refund',
  tag: 'donations',
  summary: 'Refund what is left of a donation that the signed-in streamer received',
  access: 'streamer',
  params: byId,
  perMinute: 60,
  response: donation,
});

export const hideDonationMessage = endpoint({
  method: 'PUT',
  path: '/api/me/donations/:id/hidden',
  tag: 'donations',
  summary: 'Hide the message of a received donation from all but the signed-in streamer, or show it again',
  access: 'streamer',
  params: byId,
  perMinute: 60,
  body: z.object({ isHidden: z.boolean() }),
  response: donation,
});

export const adminDonation = donation.extend({ recipient: streamerSummary.nullable() });
export type AdminDonation = z.infer<typeof adminDonation>;

export const listAllDonations = endpoint({
  method: 'GET',
  path: '/api/admin/donations',
  tag: 'donations',
  summary: `List all donations, ${MONEY_PAGE_SIZE} per page`,
  access: 'admin',
  query: donationFilter.extend(pageQuery.shape),
  response: pageOf(adminDonation),
});

export const exportAllDonations = endpoint({
  ...csvExport,
  path: '/api/admin/donations.csv',
  tag: 'donations',
  summary: 'Export all donations as CSV',
  access: 'admin',
  query: donationFilter,
});
