import { userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { openPaypal } from '../../../../../test/support/paypal/paypal-fixture.ts';
import { SERVER_ERROR } from '../../../../../test/support/paypal/paypal-server.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { ProviderRefused, ProviderUnavailable } from '../provider.errors.ts';

const CREATOR = userId.parse('019cc000-0000-7000-8000-000000000001');
const PAYER_ID = 'QYR5Z8XDVJNXQ';

async function openPayouts() {
  const opened = await openPaypal();
  const { payouts = expect.fail('PayPal pays nothing out') } = opened.provider;
  const onboard = (creatorId = CREATOR, account: string | null = null) =>
    payouts.onboard({ creatorId, email: 'ada@example.org', account, returnUrl: 'https://live.example.org/' });
  const finish = (query: URLSearchParams, creatorId = CREATOR) =>
    payouts.finishOnboarding?.(creatorId, query) ?? expect.fail('There is no login');
  const payout = { id: uuidv7(), account: PAYER_ID, amountCents: 5000, currency: 'USD' };
  return { ...opened, payouts, onboard, finish, payout };
}

describe('onboarding at PayPal', () => {
  it('asks PayPal who has logged in, and sends creators back to the address that is registered there', async () => {
    const { onboard, finish, people, payouts } = await openPayouts();
    const { account, url } = await onboard();
    expect(await payouts.readAccount(account)).toMatchObject([{ isReady: false }]);
    const back = people.logIn(url);
    expect(back.origin + back.pathname).toBe('https://live.example.org/api/payout-accounts/paypal/return');
    const chosen = await finish(back.searchParams);
    expect(chosen).toBe(PAYER_ID);
    expect(await payouts.readAccount(chosen)).toMatchObject([{ isReady: true, requirements: [] }]);
    expect((await onboard(CREATOR, chosen)).account).toBe(chosen);
  });

  it('counts only for the creator who has started it', async () => {
    const { onboard, finish, people } = await openPayouts();
    const query = people.logIn((await onboard()).url).searchParams;
    await expect(finish(query, userId.parse(uuidv7()))).rejects.toThrow(ProviderRefused);
  });

  it.each(['not in time', 'with another state', 'without a state', 'with an error instead of a code'])(
    'is refused when the creator comes back %s',
    async (how) => {
      const { onboard, finish, people, store, requests } = await openPayouts();
      const query = people.logIn((await onboard()).url).searchParams;
      if (how === 'not in time') store.now = new Date(store.now.getTime() + 15 * MINUTE_MS);
      if (how === 'with another state') query.set('state', `${query.get('state')}x`);
      if (how === 'without a state') query.delete('state');
      if (how === 'with an error instead of a code') query.delete('code');
      await expect(finish(query)).rejects.toThrow(ProviderRefused);
      expect(requests).toEqual([]);
    },
  );

  it('uses the code of a login once', async () => {
    const { onboard, finish, people } = await openPayouts();
    const query = people.logIn((await onboard()).url).searchParams;
    await finish(query);
    await expect(finish(query)).rejects.toThrow(ProviderUnavailable);
  });
});

describe('payouts through PayPal', () => {
  it('are sent once when the answer is lost and PayPal has forgotten the id of the request', async () => {
    const { payouts, payout, failures, forgetRequestIds, store } = await openPayouts();
    failures.push({ ...SERVER_ERROR, isAfterwards: true });
    await expect(payouts.send(payout)).rejects.toThrow(ProviderUnavailable);
    forgetRequestIds();
    expect(await payouts.send(payout)).toMatchObject([{ payoutId: payout.id, status: 'pending' }]);
    expect(store.all('batch')).toMatchObject([
      { receiver: PAYER_ID, amount: { currency: 'USD', value: '50.00' } },
    ]);
  });

  it('are tried again while the balance at PayPal is too low', async () => {
    const { payouts, payout, failures } = await openPayouts();
    failures.push({ kind: 'answer', status: 422, body: '{"name":"INSUFFICIENT_FUNDS","details":[]}' });
    await expect(payouts.send(payout)).rejects.toThrow(ProviderUnavailable);
    expect(await payouts.send(payout)).toMatchObject([{ status: 'pending' }]);
  });

  it.each([
    ['SUCCESS', 'completed', null],
    ['UNCLAIMED', 'pending', null],
    ['RETURNED', 'failed', 'Receiver is unregistered'],
    ['DENIED', 'failed', 'PayPal did not pay this out.'],
  ] as const)('that become %s are reported by a webhook as %s', async (status, reported, reason) => {
    const { payouts, payout, people, store, events, factsOf } = await openPayouts();
    await payouts.send(payout);
    const [batch = expect.fail('Nothing was sent')] = store.all('batch');
    people.settlePayout(batch.id, status, status === 'RETURNED' ? reason : null);
    expect(await factsOf(events.at(-1))).toMatchObject([
      { kind: 'payout', payoutId: payout.id, reference: batch.id, status: reported, reason },
    ]);
  });
});
