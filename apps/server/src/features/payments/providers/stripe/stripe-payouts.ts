/** Creators' connected accounts (Connect Express), and transfers to them. */
import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Payouts } from '../provider.ts';
import type { StripeApi } from './stripe-api.ts';
import { countriesFor } from './stripe-countries.ts';
import { accountFact, payoutFact } from './stripe-facts.ts';
import * as objects from './stripe-objects.ts';
import { METADATA } from './stripe-objects.ts';

type NewAccount = Pick<Parameters<Payouts['onboard']>[0], 'creatorId' | 'email' | 'country'>;

export function createStripePayouts(api: StripeApi): Payouts {
  async function createAccount({ creatorId, email, country }: NewAccount): Promise<string> {
    const params: Stripe.AccountCreateParams = {
      type: 'express',
      email,
      ...(country !== undefined && ({ country } satisfies Stripe.AccountCreateParams)),
      // Only platforms that Stripe has approved can request transfers alone.
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
      metadata: { creator_id: creatorId },
    };
    // The key depends on the parameters, since Stripe refuses a key with other values, such as another country.
    const key = `account:${createHash('sha256').update(JSON.stringify(params)).digest('base64url')}`;
    const { id } = await api.callOnce(objects.onlyId, key, (stripe, options) =>
      stripe.accounts.create(params, options),
    );
    return id;
  }

  return {
    async countries() {
      const { country } = await api.call(objects.ownAccount, (stripe) => stripe.accounts.retrieveCurrent());
      return country === undefined ? [] : countriesFor(country);
    },

    async onboard({ account, returnUrl, ...creator }) {
      const id = account ?? (await createAccount(creator));
      const params: Stripe.AccountLinkCreateParams = {
        account: id,
        type: 'account_onboarding',
        return_url: returnUrl,
        // A link that was used before leads to the page that offers to continue.
        refresh_url: returnUrl,
      };
      const { url } = await api.call(objects.page, (stripe) => stripe.accountLinks.create(params));
      return { account: id, url };
    },

    async readAccount(account) {
      return [accountFact(await api.call(objects.account, (stripe) => stripe.accounts.retrieve(account)))];
    },

    async send({ id, account, amountCents, currency }) {
      // Looks for an earlier transfer, since Stripe forgets keys after a day, and a refusal changes them. The group of
      // a transfer is the id of its payout.
      const [earlier] = await api.all(objects.transfer, (stripe) =>
        stripe.transfers.list({ transfer_group: id }),
      );
      const params: Stripe.TransferCreateParams = {
        amount: amountCents,
        currency: currency.toLowerCase(),
        destination: account,
        transfer_group: id,
        metadata: { [METADATA.payout]: id },
      };
      const transfer =
        earlier ??
        (await api.callOnce(objects.transfer, `payout:${id}`, (stripe, options) =>
          stripe.transfers.create(params, options),
        ));
      return payoutFact(transfer);
    },

    async read(reference) {
      return payoutFact(await api.call(objects.transfer, (stripe) => stripe.transfers.retrieve(reference)));
    },
  };
}
