/** Earnings and payouts. */
import { v7 as uuidv7 } from 'uuid';
import { admins, ownersChannel, streamers, type Table } from '../rows.ts';

export const payouts: Table = {
  'GET /api/me/payouts.csv': streamers('done'),
  'GET /api/admin/payouts.csv': admins('done'),
  'GET /api/me/earnings': streamers('done'),
  'GET /api/me/payouts': streamers('done'),
  'GET /api/me/balance': streamers('done'),
  'GET /api/me/payouts/{id}/statement': ownersChannel('missing'),
  'GET /api/me/payouts/{id}/statement.csv': ownersChannel('missing'),
  'POST /api/me/payouts': streamers('input', { idempotencyKey: uuidv7(), amount: 1 }),
  'GET /api/me/payout-accounts': streamers('done'),
  'POST /api/me/payout-accounts/{provider}/onboarding': streamers('input'),
  'PUT /api/me/payout-accounts/{provider}/choice': streamers('input'),
  'DELETE /api/me/payout-accounts/{provider}': streamers('input'),
  'POST /api/admin/payouts/{id}/complete': admins('missing', { reference: 'T-1' }),
  'POST /api/admin/payouts/{id}/fail': admins('missing', { reason: 'The bank refused it.' }),
  'GET /api/admin/payouts': admins('done'),
  'GET /api/admin/earnings': admins('done'),
};
