/** Checks that the ledger and Stripe have the same balances, from the checkout to a lost dispute. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createPaymentsFixture } from '../../../../../test/support/payments/payments-fixture.ts';
import { traitsOf } from '../../../../../test/support/payments/provider-traits.ts';
import { readyAccount } from '../../../../../test/support/stripe/stripe-driver.ts';
import { startStripeServer } from '../../../../../test/support/stripe/stripe-server.ts';
import { PLATFORM } from '../../../../../test/support/stripe/stripe-store.ts';
import { defineProvider } from '../provider-definition.ts';
import { createStripe } from './stripe.ts';
import { stripeDefinition } from './stripe-definition.ts';

const asked = stripeDefinition.webhooks.flatMap((sender) => sender.events);
const fixture = await createPaymentsFixture();
const { db, people, queue, rows, donation, expectBalanced, now } = fixture;

async function open() {
  const server = await startStripeServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  server.store.now = now();
  const definition = defineProvider(traitsOf('stripe'), { secretKey: z.string() }, async () =>
    createStripe(server.options),
  );
  const payments = fixture.start({
    definitions: [definition],
    variables: { STRIPE_SECRET_KEY: 'of the local server' },
  });
  const creator = await people.streamer();
  const account = readyAccount(server);
  await db.pool.query(
    `insert into provider_accounts (creator_id, provider, account, is_ready, as_of, payable_at) values ($1, 'stripe', $2, true, $3, $3)`,
    [creator, account, now()],
  );
  // Without an earlier payout, the platform would hold the payments.
  await fixture.addEarlierPayout(creator);
  let delivered = server.events.length;

  /** Delivers Stripe's new events, newest first and each twice, and runs the queue. */
  async function settle() {
    expect(await queue.runAll()).toEqual([]);
    // Stripe sends only the events that the set-up asks for.
    const events = server.events
      .slice(delivered)
      .filter(({ type }) => asked.includes(type))
      .reverse();
    delivered = server.events.length;
    for (const event of [...events, ...events]) {
      await payments.webhooks.receive('stripe', server.webhookOf(event));
    }
    expect(await queue.runAll()).toEqual([]);
    await expectBalanced();
  }

  /** The creator's receipts and the platform's share according to the ledger. */
  async function ledger() {
    const sumOf = async (kind: string) => {
      const { rows: sums } = await db.pool.query<{ sum: string }>(
        `select coalesce(sum(e.amount), 0) as sum from ledger_entries e
           join ledger_accounts a on a.id = e.account_id
           join ledger_transactions t on t.id = e.transaction_id
          where a.kind = $1 and t.provider = 'stripe'`,
        [kind],
      );
      return Number(sums[0]?.sum);
    };
    return { creator: await sumOf('creator_received'), platform: await sumOf('platform_fees') };
  }
  const atStripe = () => ({
    creator: server.store.balanceOf(account),
    platform: server.store.balanceOf(PLATFORM),
  });

  return { ...server, payments, creator, settle, ledger, atStripe };
}

describe('donations through Stripe', () => {
  it('leave the same balances in the ledger and at Stripe after refunds and a lost dispute that is won on appeal', async () => {
    const { payments, creator, people: acts, settle, ledger, atStripe } = await open();
    const { id } = await payments.donate(donation(creator));
    acts.pay(await payments.pageOf(id));
    await settle();
    expect(await ledger()).toEqual({ creator: 1350, platform: 150 });
    expect(atStripe()).toEqual(await ledger());

    const [charge] = (await rows('charges')).filter((row) => row.checkout_id === id);
    const paymentId = String(charge?.payment_id);
    const refund = {
      id: crypto.randomUUID(),
      chargeId: String(charge?.id),
      amountCents: 500,
      reason: 'Asked',
      requestedBy: null,
    };
    await db.transact((tx) => payments.refunds.request(tx, refund));
    await settle();
    expect(await ledger()).toEqual({ creator: 900, platform: 100 });
    expect(atStripe()).toEqual(await ledger());

    acts.refund(paymentId, 200);
    await settle();
    expect(atStripe()).toEqual(await ledger());

    const disputeId = acts.dispute(paymentId, { amount: 800 });
    acts.closeDispute(disputeId, 'lost');
    await settle();
    expect(await ledger()).toEqual({ creator: 0, platform: 0 });
    expect(atStripe()).toEqual(await ledger());

    acts.appeal(disputeId);
    await settle();
    acts.closeDispute(disputeId, 'won');
    await settle();
    expect(await ledger()).toEqual({ creator: 720, platform: 80 });
    expect(atStripe()).toEqual(await ledger());
  });
});

describe('the keys of Stripe', () => {
  it.each<[Record<string, string>, string]>([
    [{ secretKey: 'pk_live_1', webhookSecret: 'whsec_1' }, 'secretKey'],
    [{ secretKey: 'sk_live_1', webhookSecret: 'whsec_1 whsec_2' }, 'webhookSecret'],
    [{ secretKey: 'sk_live_1' }, 'webhookSecret'],
  ])('are refused by name where they have another form', async (keys, name) => {
    const { providers } = fixture.start();
    const admin = { userId: await people.person(), requestId: 'r', addressHash: null };
    await expect(providers.setKeys(admin, 'stripe', keys)).rejects.toMatchObject({
      code: 'provider_keys_invalid',
      errors: [{ pointer: `/keys/${name}` }],
    });
  });
});
