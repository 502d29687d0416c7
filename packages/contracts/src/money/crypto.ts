/** Payments in tokens on a chain. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { byId } from '../shared/params.ts';
import { amount, currency, moment } from './fields.ts';

const token = z.enum(['USDC', 'ETH']);
const decimal = z.string().regex(/^\d+(?:\.\d+)?$/);

export const cryptoPayment = z.object({
  state: z
    .enum(['waiting', 'underpaid', 'confirming', 'paid', 'expired', 'canceled'])
    .describe('underpaid: some of the amount has arrived. confirming: all of it, in blocks that are too new'),
  chain: z.object({ id: z.int(), name: z.string(), isTest: z.boolean() }),
  address: z.string().describe('Where to pay. Each checkout has its own address'),
  options: z
    .array(
      z.object({
        token,
        amount: decimal.describe('In whole tokens'),
        missing: decimal.nullable().describe('What is still to be paid in this token; null if nothing'),
        uri: z.string().nullable().describe('The missing amount as a request for wallets (EIP-681)'),
        contract: z.string().nullable().describe('Of the token; null for ETH'),
      }),
    )
    .describe('Each pays the whole amount'),
  received: z.array(
    z.object({
      token,
      amount: decimal,
      transactionHash: z.string().nullable(),
      confirmations: z.int().nonnegative(),
    }),
  ),
  confirmationsRequired: z.int().positive(),
  amount,
  currency,
  credited: amount.nullable().describe('What counts as paid; null before that'),
  wasReversed: z.boolean().describe('A chain reorganization took an earlier payment back'),
  expiresAt: moment,
});
export type CryptoPayment = z.infer<typeof cryptoPayment>;

export const getCryptoPayment = endpoint({
  method: 'GET',
  path: '/api/checkouts/:id/crypto',
  tag: 'money',
  summary: 'Get what to pay on the chain for a checkout, and what has arrived',
  access: 'public',
  params: byId,
  response: cryptoPayment,
});
