import { userId } from '@tributary/contracts/shared';
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

const NEWCOMER = {
  creatorId: userId.parse(uuidv7()),
  email: 'ada@example.org',
  country: 'US',
  returnUrl: 'https://live.example.org/dashboard/creator/payouts',
};

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

  it('sends a payout once the balance at Stripe covers it, which payouts to the bank keep empty', async () => {
    const { payouts, payout, people, store, account } = await openPayouts();
    people.payOutBalance();
    for (const _attempt of ['first', 'second'])
      await expect(payouts.send(payout)).rejects.toThrow(BalanceInsufficient);
    store.move(null, PLATFORM, 5000);
    expect(await payouts.send(payout)).toMatchObject([{ payoutId: payout.id, status: 'completed' }]);
    expect(await payouts.send(payout)).toMatchObject([{ payoutId: payout.id, status: 'completed' }]);
    expect(store.balanceOf(account)).toBe(5000);
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
    const request = { ...NEWCOMER, account: null };
    const before = store.all('account').length;
    failures.push({ kind: 'answer', status: 503, body: '', isAfterwards: true });
    await expect(payouts.onboard(request)).rejects.toThrow(ProviderUnavailable);
    const { account, url } = await payouts.onboard(request);
    expect(store.all('account').length).toBe(before + 1);
    expect(url).toContain(account);
  });

  it('asks for cards and transfers, since Stripe approves few platforms for transfers alone', async () => {
    const { payouts, store } = await openPayouts();
    const { account } = await payouts.onboard({ ...NEWCOMER, account: null });
    expect(store.get('account', account).capabilities).toEqual({
      card_payments: 'inactive',
      transfers: 'inactive',
    });
  });

  it('creates an account as soon as the cause of a refusal is gone', async () => {
    const { payouts, failures } = await openPayouts();
    const message =
      'Please review the responsibilities of managing losses at https://dashboard.stripe.com/settings/connect/platform-profile.';
    const error = { type: 'invalid_request_error', message };
    failures.push({ kind: 'answer', status: 400, body: JSON.stringify({ error }) });
    const call = payouts.onboard({ ...NEWCOMER, account: null });
    await expect(call).rejects.toThrow(/an admin has to complete the platform profile/);
    expect(await payouts.onboard({ ...NEWCOMER, account: null })).toMatchObject({
      account: expect.stringMatching(/^acct_/),
    });
  });

  it('creates another account for another country', async () => {
    const { payouts, store } = await openPayouts();
    const inGermany = await payouts.onboard({ ...NEWCOMER, country: 'DE', account: null });
    const inFrance = await payouts.onboard({ ...NEWCOMER, country: 'FR', account: null });
    expect(store.get('account', inGermany.account).country).toBe('DE');
    expect(store.get('account', inFrance.account).country).toBe('FR');
  });

  it.each([
    ['US', 'DE', true],
    ['FR', 'US', true],
    ['US', 'JP', false],
    ['JP', 'JP', true],
    ['JP', 'US', false],
  ])(
    'offers a platform in %s an account in %s if Stripe sends money there: %s',
    async (from, to, isOffered) => {
      const { payouts, payout, platform, store, account } = await openPayouts();
      platform.country = from;
      expect((await payouts.countries?.())?.includes(to)).toBe(isOffered);
      Object.assign(store.get('account', account), { country: to });
      const sent = payouts.send(payout);
      if (isOffered) await expect(sent).resolves.toMatchObject([{ status: 'completed' }]);
      else await expect(sent).rejects.toThrow(/moves no money between the country of this instance/);
    },
  );

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
