/** Connected accounts and transfers of the local Stripe server. */
import { z } from 'zod';
import { endpoint, pageOf } from './stripe-endpoint.ts';
import { invalid } from './stripe-errors.ts';
import { reverse, transfer } from './stripe-ledger.ts';
import * as p from './stripe-parameters.ts';
import { PLATFORM } from './stripe-store.ts';

const expandable = z.strictObject({ expand: p.expand });
const capability = z.strictObject({ requested: p.flag });

export const connectEndpoints = [
  endpoint('GET /v1/account', expandable, () => ({
    id: 'acct_platform',
    object: 'account',
    charges_enabled: true,
    payouts_enabled: true,
    settings: { dashboard: { display_name: 'Tributary Test', timezone: 'Etc/UTC' } },
  })),
  endpoint(
    'POST /v1/accounts',
    z.strictObject({
      type: z.enum(['custom', 'express', 'standard']),
      country: z.string().length(2).optional(),
      email: p.email.optional(),
      capabilities: z.strictObject({ transfers: capability, card_payments: capability }).partial().optional(),
      metadata: p.metadata.default({}),
      expand: p.expand,
    }),
    ({ store }, { email, metadata }) =>
      store.add('account', {
        type: 'express',
        email: email ?? null,
        metadata,
        charges_enabled: false,
        payouts_enabled: false,
        details_submitted: false,
        capabilities: { transfers: 'inactive' },
        requirements: {
          currently_due: ['external_account', 'individual.dob.day'],
          errors: [],
          disabled_reason: 'requirements.past_due',
        },
      }),
  ),
  endpoint('GET /v1/accounts/:id', expandable, ({ store }, _, id) => store.get('account', id)),
  endpoint(
    'POST /v1/account_links',
    z.strictObject({
      account: p.text,
      type: z.enum(['account_onboarding', 'account_update']),
      refresh_url: p.url,
      return_url: p.url,
      collect: z.enum(['currently_due', 'eventually_due']).optional(),
      expand: p.expand,
    }),
    ({ store }, { account }) => {
      store.get('account', account);
      const url = `https://connect.stripe.test/setup/e/${account}/${store.newId('link')}`;
      return { object: 'account_link', created: store.seconds, expires_at: store.seconds + 300, url };
    },
  ),
  endpoint(
    'POST /v1/transfers',
    z.strictObject({
      amount: p.amount,
      currency: p.currency,
      destination: p.text,
      description: p.text.optional(),
      transfer_group: p.text.optional(),
      metadata: p.metadata.default({}),
      expand: p.expand,
    }),
    ({ store }, { transfer_group: group, ...fields }) => {
      if (store.get('account', fields.destination).capabilities.transfers !== 'active') {
        throw invalid(
          'The destination needs the `transfers` capability.',
          'insufficient_capabilities_for_transfer',
        );
      }
      if (fields.amount > store.balanceOf(PLATFORM)) {
        throw invalid(
          'You have insufficient available funds in your Stripe account.',
          'balance_insufficient',
        );
      }
      return transfer(store, { ...fields, group: group ?? null });
    },
  ),
  endpoint(
    'GET /v1/transfers',
    z.strictObject({ ...p.pagination, destination: p.text.optional(), transfer_group: p.text.optional() }),
    ({ store }, { transfer_group: group, ...page }) =>
      pageOf(
        '/v1/transfers',
        store.all('transfer').filter((one) => group === undefined || one.transfer_group === group),
        page,
      ),
  ),
  endpoint('GET /v1/transfers/:id', expandable, ({ store }, _, id) => store.get('transfer', id)),
  endpoint('GET /v1/transfers/:id/reversals', z.strictObject(p.pagination), ({ store }, page, id) =>
    pageOf(
      `/v1/transfers/${id}/reversals`,
      store.all('transfer_reversal').filter((one) => one.transfer === id),
      page,
    ),
  ),
  endpoint(
    'POST /v1/transfers/:id/reversals',
    z.strictObject({
      amount: p.amount.optional(),
      description: p.text.optional(),
      metadata: p.metadata.default({}),
      expand: p.expand,
    }),
    ({ store, emit }, params, id) => {
      const reversed = store.get('transfer', id);
      const amount = params.amount ?? reversed.amount - reversed.amount_reversed;
      if (amount > store.balanceOf(reversed.destination)) {
        throw invalid('The connected account has insufficient funds.', 'balance_insufficient');
      }
      const created = reverse(store, id, amount, params.metadata);
      emit('transfer.reversed', reversed);
      return created;
    },
  ),
];
