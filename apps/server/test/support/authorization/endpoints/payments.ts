/** Checkouts, charges and payment providers. */
import { v7 as uuidv7 } from 'uuid';
import { admins, everybody, signedIn, streamers, type Table } from '../rows.ts';

export const payments: Table = {
  'GET /api/me/payments': signedIn('done'),
  'GET /api/me/payments.csv': signedIn('done'),
  'GET /api/me/payments/{id}/receipt': signedIn('missing'),
  'GET /api/payment-methods': everybody('done'),
  'POST /api/checkouts': everybody('input', {}),
  'GET /api/checkouts/{id}': everybody('missing'),
  'POST /api/checkouts/{id}/cancel': everybody('missing'),
  'GET /api/checkouts/{id}/crypto': everybody('missing'),
  'GET /api/me/crypto-account': streamers('done'),
  'POST /api/me/crypto-account/preview': streamers('input', { extendedPublicKey: '' }),
  'PUT /api/me/crypto-account': streamers('input', { extendedPublicKey: '', firstAddress: '' }),
  'DELETE /api/me/crypto-account': streamers('done'),
  'GET /api/me/crypto-refunds': streamers('done'),
  'POST /api/charges/{id}/crypto-refund': signedIn('missing', { transactionHash: '0x' }),
  'POST /api/admin/charges/{id}/crypto-refund': admins('missing', { transactionHash: '0x', reason: 'Seen' }),
  // The signature is what counts.
  'POST /api/webhooks/{provider}': everybody('missing'),
  'GET /api/admin/payment-providers': admins('done'),
  'PUT /api/admin/payment-providers/{provider}/keys': admins('missing', { keys: {} }),
  'DELETE /api/admin/payment-providers/{provider}/keys': admins('missing'),
  'POST /api/admin/payment-providers/{provider}/test': admins('missing'),
  'GET /api/admin/payment-events': admins('done'),
  'GET /api/admin/payment-events/{id}': admins('missing'),
  'POST /api/admin/payment-events/{id}/replay': admins('missing'),
  'GET /api/admin/charges': admins('done'),
  'GET /api/admin/charges.csv': admins('done'),
  'GET /api/admin/charges/{id}': admins('missing'),
  'POST /api/admin/charges/{id}/refunds': admins('missing', { id: uuidv7(), amount: 100, reason: 'x' }),
  'GET /api/admin/refunds': admins('done'),
  'POST /api/admin/reconciliations': admins('input', {
    ...{ provider: 'stripe', since: '2026-01-01', until: '2026-01-31' },
  }),
  'GET /api/admin/reconciliations': admins('done'),
  'GET /api/admin/reconciliations/{id}': admins('missing'),
  'GET /api/admin/reconciliations/{id}/differences': admins('missing'),
  'GET /api/admin/reconciliations/{id}/differences.csv': admins('missing'),
  'GET /api/admin/disputes': admins('done'),
  'POST /api/admin/disputes/{id}/evidence': admins('missing', { evidence: 'x' }),
};
