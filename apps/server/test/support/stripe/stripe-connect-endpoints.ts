/** Connected accounts and transfers of the local Stripe server. */
import { z } from 'zod';
import { endpoint, type Platform, pageOf } from './stripe-endpoint.ts';
import { invalid } from './stripe-errors.ts';
import { reverse, transfer } from './stripe-ledger.ts';
import * as p from './stripe-parameters.ts';
import { checkRegion } from './stripe-regions.ts';
import { PLATFORM, type StripeStore } from './stripe-store.ts';

const expandable = z.strictObject({ expand: p.expand });
const capability = z.strictObject({ requested: p.flag });

/** The message was reported in github.com/Layr-Labs/d-inference/issues/782. */
const NOT_APPROVED =
  'Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability. If you would like to request transfers without card_payments, please contact us via https://support.stripe.com/contact.';

export const ownAccount = ({ country, payoutInterval }: Platform) => ({
  id: 'acct_platform',
  object: 'account' as const,
  country,
  charges_enabled: true,
  payouts_enabled: true,
  settings: {
    dashboard: { display_name: 'Tributary Test', timezone: 'Etc/UTC' },
    payouts: {
      debit_negative_balances: true,
      schedule: { delay_days: 2, interval: payoutInterval },
      statement_descriptor: null,
    },
  },
});

export const linkOf = (store: StripeStore, account: string) => ({
  object: 'account_link' as const,
  created: store.seconds,
  expires_at: store.seconds + 300,
  url: `https://connect.stripe.test/setup/e/${account}/${store.newId('link')}`,
});

export const connectParams = {
  account: z.strictObject({
    type: z.enum(['custom', 'express', 'standard']),
    country: z.string().length(2).optional(),
    email: p.email.optional(),
    capabilities: z.strictObject({ transfers: capability, card_payments: capability }).partial().optional(),
    metadata: p.metadata.default({}),
    expand: p.expand,
  }),
  link: z.strictObject({
    account: p.text,
    type: z.enum(['account_onboarding', 'account_update']),
    refresh_url: p.url,
    return_url: p.url,
    collect: z.enum(['currently_due', 'eventually_due']).optional(),
    expand: p.expand,
  }),
  transfer: z.strictObject({
    amount: p.amount,
    currency: p.currency,
    destination: p.text,
    description: p.text.optional(),
    transfer_group: p.text.optional(),
    metadata: p.metadata.default({}),
    expand: p.expand,
  }),
  reversal: z.strictObject({
    amount: p.amount.optional(),
    description: p.text.optional(),
    metadata: p.metadata.default({}),
    expand: p.expand,
  }),
};

export const connectEndpoints = [
  endpoint('GET /v1/account', expandable, ({ platform }) => ownAccount(platform)),
  endpoint('GET /v1/accounts', z.strictObject(p.pagination), ({ store }, page) =>
    pageOf('/v1/accounts', store.all('account'), page),
  ),
  endpoint(
    'POST /v1/accounts',
    connectParams.account,
    ({ store, platform }, { country, email, capabilities, metadata }) => {
      const isTransfersOnly =
        capabilities?.transfers?.requested === true && capabilities.card_payments?.requested !== true;
      if (isTransfersOnly && !platform.isApprovedForTransfersOnly) throw invalid(NOT_APPROVED);
      return store.add('account', {
        type: 'express',
        country: country ?? platform.country,
        email: email ?? null,
        metadata,
        charges_enabled: false,
        payouts_enabled: false,
        details_submitted: false,
        capabilities: { transfers: 'inactive', ...(!isTransfersOnly && { card_payments: 'inactive' }) },
        requirements: {
          currently_due: ['external_account', 'individual.dob.day'],
          errors: [],
          disabled_reason: 'requirements.past_due',
        },
      });
    },
  ),
  endpoint('GET /v1/accounts/:id', expandable, ({ store }, _, id) => store.get('account', id)),
  endpoint('POST /v1/account_links', connectParams.link, ({ store }, { account }) => {
    store.get('account', account);
    return linkOf(store, account);
  }),
  endpoint(
    'POST /v1/transfers',
    connectParams.transfer,
    ({ store, platform }, { transfer_group: group, ...fields }) => {
      const account = store.get('account', fields.destination);
      checkRegion(platform, account);
      if (account.capabilities.transfers !== 'active') {
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
  endpoint('POST /v1/transfers/:id/reversals', connectParams.reversal, ({ store, emit }, params, id) => {
    const reversed = store.get('transfer', id);
    const amount = params.amount ?? reversed.amount - reversed.amount_reversed;
    if (amount > store.balanceOf(reversed.destination)) {
      throw invalid('The connected account has insufficient funds.', 'balance_insufficient');
    }
    const created = reverse(store, id, amount, params.metadata);
    emit('transfer.reversed', reversed);
    return created;
  }),
];
