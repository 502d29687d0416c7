/** Payments in tokens on a chain, directly to addresses of the creator's wallet. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { adminReason } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byId } from '../shared/params.ts';
import { PURPOSES } from './constants.ts';
import { amount, currency, MONEY_PAGE_SIZE, moment } from './fields.ts';

const token = z.enum(['USDC', 'ETH']);
const decimal = z.string().regex(/^\d+(?:\.\d+)?$/);

const chain = z.object({ id: z.int(), name: z.string(), isTest: z.boolean() });

const onChainPayment = z.object({
  state: z
    .enum(['waiting', 'underpaid', 'confirming', 'paid', 'expired', 'canceled'])
    .describe('underpaid: some of the amount has arrived. confirming: all of it, in blocks that are too new'),
  chain,
  address: z.string().describe('The address to pay to. Each checkout has its own'),
  options: z
    .array(
      z.object({
        token,
        amount: decimal.describe('The amount in whole tokens'),
        missing: decimal.nullable().describe('The missing amount in this token; null if none is missing'),
        uri: z.string().nullable().describe('The missing amount as a request for wallets (EIP-681)'),
        contract: z.string().nullable().describe('The contract of the token; null for ETH'),
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
  credited: amount.nullable().describe('The credited amount; null before it is paid'),
  wasReversed: z.boolean().describe('A chain reorganization took an earlier payment back'),
  expiresAt: moment,
});
export type OnChainPayment = z.infer<typeof onChainPayment>;

const cryptoPayment = onChainPayment.extend({
  description: z.string(),
  expiresInMs: z.int().describe('Negative if it has expired'),
  returnPath: z.string().describe('The page that shows the state of the checkout'),
});
export type CryptoPayment = z.infer<typeof cryptoPayment>;

export const getCryptoPayment = endpoint({
  method: 'GET',
  path: '/api/checkouts/:id/crypto',
  tag: 'payments',
  summary: 'Get what to pay on the chain for a checkout, and what has arrived',
  access: 'public',
  params: byId,
  response: cryptoPayment,
});

const extendedPublicKey = z
  .string()
  .trim()
  .min(1, 'Enter an extended public key.')
  .max(200, 'This key is too long.');

const addresses = z
  .array(z.string())
  .describe('The first addresses of the account, in the order of the wallet');

export const getCryptoAccount = endpoint({
  method: 'GET',
  path: '/api/me/crypto-account',
  tag: 'payments',
  summary: 'Get where the signed-in streamer receives crypto payments',
  access: 'streamer',
  response: z.object({
    isAvailable: z.boolean().describe('Whether this instance takes crypto payments'),
    addresses: addresses.nullable().describe('Null if no account is connected'),
  }),
});

export const previewCryptoAccount = endpoint({
  method: 'POST',
  path: '/api/me/crypto-account/preview',
  tag: 'payments',
  summary: 'Derive addresses from an extended public key, to compare them with the wallet',
  access: 'streamer',
  body: z.object({ extendedPublicKey }),
  perMinute: 30,
  response: z.object({ addresses }),
});

export const putCryptoAccount = endpoint({
  method: 'PUT',
  path: '/api/me/crypto-account',
  tag: 'payments',
  summary: 'Receive crypto payments at addresses of this extended public key',
  access: 'streamer',
  recentProof: true,
  body: z.object({
    extendedPublicKey,
    firstAddress: z.string().max(50).describe('The first address, compared with the wallet'),
  }),
  response: z.void(),
});

export const deleteCryptoAccount = endpoint({
  method: 'DELETE',
  path: '/api/me/crypto-account',
  tag: 'payments',
  summary: 'Receive no more crypto payments',
  access: 'streamer',
  response: z.void(),
});

const transactionHash = z.string().trim().max(100);

export const recordCryptoRefund = endpoint({
  method: 'POST',
  path: '/api/charges/:id/crypto-refund',
  tag: 'payments',
  summary: 'Count a transaction of the creator of a charge that pays the payer as a refund',
  access: 'viewer',
  params: byId,
  body: z.object({ transactionHash }),
  perMinute: 30,
  response: z.object({ refunded: amount }),
});

export const confirmCryptoRefund = endpoint({
  method: 'POST',
  path: '/api/admin/charges/:id/crypto-refund',
  tag: 'admin',
  summary: 'Count a transaction that pays the payer from an address outside the creator’s wallet as a refund',
  access: 'admin',
  recentProof: true,
  params: byId,
  body: z.object({ transactionHash, reason: adminReason }),
  response: z.object({ refunded: amount }),
});

const refundInstructions = z.object({
  chain,
  addresses: z
    .array(z.string())
    .describe('The addresses that paid; none if the payment came through a contract'),
  options: z.array(z.object({ token, amount: decimal })).describe('Each refunds the whole amount'),
});
export type RefundInstructions = z.infer<typeof refundInstructions>;

const refundToSend = z.object({
  id: z.uuid(),
  chargeId: z.uuid(),
  purpose: z.enum(PURPOSES),
  amount,
  currency,
  reason: z.string(),
  paidAt: moment,
  requestedAt: moment,
  onChain: refundInstructions.nullable().describe('Null while the instance takes no crypto payments'),
});
export type RefundToSend = z.infer<typeof refundToSend>;

export const listRefundsToSend = endpoint({
  method: 'GET',
  path: '/api/me/crypto-refunds',
  tag: 'payments',
  summary: `List the refunds that the signed-in streamer has to send from their wallet, oldest first, ${MONEY_PAGE_SIZE} per page`,
  access: 'streamer',
  query: pageQuery,
  response: pageOf(refundToSend),
});

const uncreditedPayment = z.object({
  id: z.uuid().describe('The id of the checkout'),
  purpose: z.enum(PURPOSES),
  description: z.string(),
  openedAt: moment,
  chain,
  address: z.string().describe('An address of the creator’s wallet'),
  received: z.array(z.object({ token, amount: decimal })),
});
export type UncreditedPayment = z.infer<typeof uncreditedPayment>;

export const listUncreditedPayments = endpoint({
  method: 'GET',
  path: '/api/me/crypto-uncredited',
  tag: 'payments',
  summary:
    'List the newest 50 closed payments for which tokens have arrived in the wallet of the signed-in streamer and count for nothing',
  access: 'streamer',
  response: z.object({ payments: z.array(uncreditedPayment) }),
});
