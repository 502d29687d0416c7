/** Pays out to PayPal accounts, which creators identify by logging in with PayPal. */
import { z } from 'zod';
import { localized } from '#platform/messages/index.ts';
import { createSeal } from '#platform/seal.ts';
import { toDecimal } from '../../ledger/amounts.ts';
import { ProviderRefused } from '../provider.errors.ts';
import type { Payouts, ProviderFact } from '../provider.ts';
import type { PaypalApi } from './paypal-api.ts';
import { payoutFact } from './paypal-facts.ts';
import * as objects from './paypal-objects.ts';
import { isRefusal, pathOf } from './paypal-reader.ts';
import type * as wire from './paypal-types.ts';

/** The prefix of an account whose creator has not logged in with PayPal yet. */
const PENDING = 'pending:';
const LOGIN_MS = 15 * 60_000;
/** The scope that contains the id of the account. */
const SCOPE = 'openid https://uri.paypal.com/services/paypalattributes';
const DUPLICATE = 'Batch with given sender_batch_id already exists';

const answer = z.object({ code: z.string().min(1).max(2000), state: z.string().min(1).max(2000) });

interface PayoutOptions {
  readonly api: PaypalApi;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly websiteUrl: string;
  /** The address that PayPal sends creators back to after the login. */
  readonly loginReturnUrl: string;
  readonly now: () => Date;
}

export function createPaypalPayouts(options: PayoutOptions): Payouts {
  const { api, clientId, clientSecret, websiteUrl, loginReturnUrl, now } = options;
  const seal = createSeal(clientSecret, 'Log in with PayPal');

  async function read(reference: string): Promise<readonly ProviderFact[]> {
    return payoutFact(await api.call(objects.payoutBatch, `GET /v1/payments/payouts/${pathOf(reference)}`));
  }

  /** @throws ProviderRefused if another creator started the login, or if it took too long */
  function checkState(creatorId: string, state: string): void {
    let expiresAtMs = 0;
    try {
      expiresAtMs = Number(seal.open(state, creatorId));
    } catch {
      // The state was altered, or belongs to another creator.
    }
    if (!(expiresAtMs > now().getTime())) {
      throw new ProviderRefused(localized('errors.provider.paypal_login_expired'));
    }
  }

  return {
    async onboard({ creatorId, account }) {
      const query = new URLSearchParams({
        flowEntry: 'static',
        client_id: clientId,
        response_type: 'code',
        scope: SCOPE,
        redirect_uri: loginReturnUrl,
        state: seal.seal(String(now().getTime() + LOGIN_MS), creatorId),
      });
      return { account: account ?? PENDING + creatorId, url: `${websiteUrl}/connect/?${query}` };
    },

    async finishOnboarding(creatorId, query) {
      const { data } = answer.safeParse(Object.fromEntries(query));
      if (!data) throw new ProviderRefused(localized('errors.provider.paypal_login_missing'));
      checkState(creatorId, data.state);
      const token = await api.logIn(data.code);
      const route = 'GET /v1/identity/oauth2/userinfo?schema=paypalv1.1';
      return (await api.call(objects.userInfo, route, { token })).payer_id;
    },

    async readAccount(account) {
      const isReady = !account.startsWith(PENDING);
      const requirements = isReady ? [] : ['Log in with PayPal to choose the account that you are paid to.'];
      return [{ kind: 'account', account, isReady, requirements }];
    },

    async send({ id, account, amountCents, currency }) {
      const item = {
        recipient_type: 'PAYPAL_ID',
        receiver: account,
        amount: { currency, value: toDecimal(amountCents) },
        sender_item_id: id,
      };
      try {
        const { batch_header: batch } = await api.call(objects.sentBatch, 'POST /v1/payments/payouts', {
          requestId: `payout:${id}`,
          body: { sender_batch_header: { sender_batch_id: id }, items: [item] } satisfies wire.PayoutRequest,
        });
        return await read(batch.payout_batch_id);
      } catch (error) {
        // PayPal names the batch that was sent before under this id.
        const earlier = isRefusal(error, [DUPLICATE]) ? error.links[0]?.split('/').at(-1) : undefined;
        if (earlier === undefined) throw error;
        return read(earlier);
      }
    },

    read,
  };
}
