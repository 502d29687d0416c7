import { userId } from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { openStripe } from '../../../../../test/support/stripe/stripe-fixture.ts';
import { PLATFORM } from '../../../../../test/support/stripe/stripe-store.ts';
import { BalanceInsufficient, ProviderUnavailable } from '../provider.errors.ts';

async function openPayouts() {
  const stripe = await openStripe();
  const payouts = stripe.provider.payouts ?? expect.fail('The provider pays nothing out');
  stripe.store.move(null, PLATFORM, 10_000);
  const payout = { id: uuidv7(), account: stripe.account, amountCents: 5000, currency: 'USD' };
  return { ...stripe, payouts, payout };
}

describe('payouts through Stripe', () => {
  it('moves a payout from the platform to the connected account', async () => {
    const { payouts, payout, store, account } = await openPayouts();
    expect(await payouts.send(payout)).toMatchObject([
      { kind: 'payout', payoutId: payout.id, status: 'completed', reason: null },
    ]);
    expect(store.balanceOf(account)).toBe(5000);
    expect(store.balanceOf(PLATFORM)).toBe(5000);
  });

  it('sends a payout once when the answer is lost and Stripe has forgotten the idempotency key', async () => {
    const { payouts, payout, store, account, failures, forgetIdempotencyKeys } = await openPayouts();
    // Earlier transfers are read first.
    failures.push(null, { kind: 'answer', status: 200, body: '', isAfterwards: true });
    await expect(payouts.send(payout)).rejects.toThrow(ProviderUnavailable);
    forgetIdempotencyKeys();
    await payouts.send(payout);
    expect(store.balanceOf(account)).toBe(5000);
  });

  it('can be asked again for a payout that the balance at Stripe does not cover yet', async () => {
    const { payouts, payout } = await openPayouts();
    await expect(payouts.send({ ...payout, amountCents: 10_001 })).rejects.toThrow(BalanceInsufficient);
  });

  it('reports a payout as failed after its transfer was reversed', async () => {
    const { payouts, payout, people, store, events, factsOf } = await openPayouts();
    await payouts.send(payout);
    people.reverseTransfer(store.all('transfer')[0]?.id ?? '');
    expect(await factsOf(events.at(-1))).toMatchObject([
      { payoutId: payout.id, status: 'failed', reason: 'The transfer was reversed at Stripe.' },
    ]);
  });

  it('creates one connected account for a creator, however often the answer is lost', async () => {
    const { payouts, failures, store } = await openPayouts();
    const creatorId = userId.parse(uuidv7());
    const returnUrl = 'https://live.example.org/dashboard/creator/payouts';
    const request = { creatorId, email: 'ada@example.org', account: null, returnUrl };
    const before = store.all('account').length;
    failures.push({ kind: 'answer', status: 503, body: '', isAfterwards: true });
    await expect(payouts.onboard(request)).rejects.toThrow(ProviderUnavailable);
    const { account, url } = await payouts.onboard(request);
    expect(store.all('account').length).toBe(before + 1);
    expect(url).toContain(account);
  });

  it('tells a creator in sentences what Stripe still needs', async () => {
    const { payouts, store, account } = await openPayouts();
    const reason = 'The document is not readable. Upload a sharper image.';
    store.get('account', account).requirements = {
      currently_due: ['individual.id_number'],
      errors: [{ code: 'verification_document_not_readable', reason, requirement: 'individual.document' }],
      disabled_reason: null,
    };
    expect(await payouts.readAccount(account)).toMatchObject([
      { requirements: [reason, 'Stripe still needs: individual id number.'] },
    ]);
  });

  it('does not count an account as ready whose transfers are not active', async () => {
    const { payouts, store, account } = await openPayouts();
    store.get('account', account).capabilities.transfers = 'pending';
    expect(await payouts.readAccount(account)).toMatchObject([{ isReady: false }]);
  });
});
