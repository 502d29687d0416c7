/** Creators' connected accounts (Connect Express) and transfers to them. */
import type { Payouts } from '../provider.ts';
import type { StripeApi } from './stripe-api.ts';
import { accountFact, payoutFact } from './stripe-facts.ts';
import * as objects from './stripe-objects.ts';
import { METADATA } from './stripe-objects.ts';

export function createStripePayouts(api: StripeApi): Payouts {
  return {
    async onboard({ creatorId, email, account, returnUrl }) {
      const params = {
        type: 'express',
        email,
        capabilities: { transfers: { requested: true } },
        metadata: { creator_id: creatorId },
      } as const;
      const id =
        account ??
        (
          await api.call(objects.onlyId, (stripe) =>
            stripe.accounts.create(params, { idempotencyKey: `account:${creatorId}` }),
          )
        ).id;
      const { url } = await api.call(objects.page, (stripe) =>
        stripe.accountLinks.create({
          account: id,
          type: 'account_onboarding',
          return_url: returnUrl,
          // Where a link leads that was used before: the page that offers to continue.
          refresh_url: returnUrl,
        }),
      );
      return { account: id, url };
    },

    async readAccount(account) {
      return [accountFact(await api.call(objects.account, (stripe) => stripe.accounts.retrieve(account)))];
    },

    async send({ id, account, amountCents, currency }) {
      // Stripe forgets idempotency keys after a day; the group of the transfer is the id of the payout.
      const [earlier] = await api.all(objects.transfer, (stripe) =>
        stripe.transfers.list({ transfer_group: id }),
      );
      const params = {
        amount: amountCents,
        currency: currency.toLowerCase(),
        destination: account,
        transfer_group: id,
        metadata: { [METADATA.payout]: id },
      };
      const transfer =
        earlier ??
        (await api.call(objects.transfer, (stripe) =>
          stripe.transfers.create(params, { idempotencyKey: `payout:${id}` }),
        ));
      return payoutFact(transfer);
    },

    async read(reference) {
      return payoutFact(await api.call(objects.transfer, (stripe) => stripe.transfers.retrieve(reference)));
    },
  };
}
