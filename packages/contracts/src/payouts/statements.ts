/** Statements: the changes of a creator's balance up to a payout. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { csvExport } from '../shared/lists.ts';
import { byId } from '../shared/params.ts';
import { payout } from './payouts.ts';

const signed = z.int().describe('Minor units; negative if it reduces the balance');

/** Pending and available money together. Payments that went to the creator directly appear with their fee only. */
export const payoutStatement = z.object({
  payout,
  issuer: z.string().describe('Name and address, in lines'),
  creator: z.object({ displayName: z.string(), username: z.string() }),
  opening: signed,
  payments: signed,
  refunds: signed.describe('Requested refunds, without failed ones'),
  disputes: signed,
  fees: signed.describe('Fees of the platform, less what refunds and disputes returned'),
  returnedPayouts: signed.describe('Earlier payouts that failed'),
  closing: signed.describe('After this payout'),
});
export type PayoutStatement = z.infer<typeof payoutStatement>;

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/me/payouts/:id/statement',
  tag: 'payouts',
  summary: 'Get the statement of one of the signed-in streamer’s payouts',
  access: 'streamer',
  params: byId,
  perMinute: 60,
  response: payoutStatement,
});

export const exportStatement = endpoint({
  ...csvExport,
  path: '/api/me/payouts/:id/statement.csv',
  tag: 'payouts',
  summary: 'Export each entry of a statement as CSV',
  access: 'streamer',
  params: byId,
});
