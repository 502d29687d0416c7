import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../test/support/properties/runs.ts';
import { capturedIn, openStripe, refundOf } from '../../../../../test/support/stripe/stripe-fixture.ts';
import { PLATFORM } from '../../../../../test/support/stripe/stripe-store.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { splitFee } from '../../ledger/fees.ts';
import { ProviderRefused, ProviderUnavailable } from '../provider.errors.ts';

describe('payments through Stripe', () => {
  it('gives the net of a payment to a connected account and the fee to the platform', async () => {
    const { pay, store, account } = await openStripe();
    expect(await pay()).toMatchObject({ amountCents: 1250, currency: 'USD', heldBy: 'creator_net' });
    expect(store.balanceOf(account)).toBe(1125);
    expect(store.balanceOf(PLATFORM)).toBe(125);
  });

  it('holds a payment on the platform while the creator has no connected account', async () => {
    const { pay, request, store } = await openStripe();
    const { creatorId } = request().recipient;
    expect(await pay({ recipient: { creatorId, account: null } })).toMatchObject({ heldBy: 'platform' });
    expect(store.balanceOf(PLATFORM)).toBe(1250);
  });

  it('withholds the same fee as the ledger, and none where the fee is zero', async () => {
    const { pay, store, account } = await openStripe();
    const amounts = fc.record({
      amountCents: fc.integer({ min: 100, max: 100_000 }),
      feeBasisPoints: fc.nat(10_000),
    });
    await fc.assert(
      fc.asyncProperty(amounts, async ({ amountCents, feeBasisPoints }) => {
        const before = store.balanceOf(account);
        await pay({ amountCents, feeBasisPoints });
        expect(store.balanceOf(account) - before).toBe(splitFee(amountCents, feeBasisPoints).net);
      }),
      runs(20),
    );
  });

  it('takes a refund from the connected account and returns its share of the fee', async () => {
    const { pay, provider, store, account } = await openStripe();
    const captured = await pay();
    await provider.refund(refundOf(captured, 250));
    expect(store.balanceOf(account)).toBe(900);
    expect(store.balanceOf(PLATFORM)).toBe(100);
    await provider.refund(refundOf(captured, 1000));
    expect(store.balanceOf(account)).toBe(0);
    expect(store.balanceOf(PLATFORM)).toBe(0);
  });

  it('refunds a payment that the platform holds from the platform', async () => {
    const { pay, request, provider, store } = await openStripe();
    const { creatorId } = request().recipient;
    const captured = await pay({ recipient: { creatorId, account: null } });
    await provider.refund(refundOf(captured, 1250));
    expect(store.balanceOf(PLATFORM)).toBe(0);
  });

  it('refunds once when the answer is lost and Stripe has forgotten the idempotency key', async () => {
    const { pay, provider, store, failures, forgetIdempotencyKeys } = await openStripe();
    const captured = await pay();
    const refund = refundOf(captured, 700);
    // The payment and its refunds are read first.
    failures.push(null, null, { kind: 'answer', status: 502, body: 'Bad gateway', isAfterwards: true });
    await expect(provider.refund(refund)).rejects.toThrow(ProviderUnavailable);
    forgetIdempotencyKeys();
    const [fact] = await provider.refund(refund);
    expect(fact).toMatchObject({ requestId: refund.id, amountCents: 700, status: 'succeeded' });
    expect(store.all('refund').map(({ amount }) => amount)).toEqual([700]);
  });

  it('explains in a sentence why a refund is refused', async () => {
    const { pay, provider, people } = await openStripe();
    const refunded = await pay();
    await provider.refund(refundOf(refunded, 1250));
    await expect(provider.refund(refundOf(refunded, 100))).rejects.toThrow(
      'The payment was already refunded in full.',
    );
    const disputed = await pay();
    people.dispute(disputed.paymentId);
    await expect(provider.refund(refundOf(disputed, 100))).rejects.toThrow(/disputed/);
  });

  it('opens one payment page when the first answer is lost', async () => {
    const { request, provider, failures, store } = await openStripe();
    const once = request();
    failures.push({ kind: 'answer', status: 200, body: '<html>', isAfterwards: true });
    await expect(provider.openCheckout(once)).rejects.toThrow(ProviderUnavailable);
    const { reference } = await provider.openCheckout(once);
    expect(store.all('checkout.session').map(({ id }) => id)).toEqual([reference]);
  });

  it('refuses to open a checkout again with another amount', async () => {
    const { open, provider } = await openStripe();
    const { request } = await open();
    await expect(provider.openCheckout({ ...request, amountCents: 1300 })).rejects.toThrow(ProviderRefused);
  });

  it('shows what is paid for, and the address of a payer who is signed in', async () => {
    const { open, request, requests } = await openStripe();
    const { creatorId } = request().recipient;
    await open({
      payer: { id: creatorId, email: 'grace@example.org' },
      description: 'Ticket for Jazz night',
    });
    const form = new URLSearchParams(requests.at(-1)?.body.toString());
    expect(form.get('line_items[0][price_data][product_data][name]')).toBe('Ticket for Jazz night');
    expect(form.get('customer_email')).toBe('grace@example.org');
  });

  it('gives the page an expiry that Stripe accepts and that comes after the end of the checkout', async () => {
    const { open, store } = await openStripe();
    const { request, reference } = await open({ expiresAt: new Date(store.now.getTime() + MINUTE_MS) });
    const endsAtMs = store.get('checkout.session', reference).expires_at * 1000;
    expect(endsAtMs).toBeGreaterThan(request.expiresAt.getTime());
    expect(endsAtMs - request.expiresAt.getTime()).toBeLessThanOrEqual(60 * MINUTE_MS);
  });

  it('keeps the checkout open after a declined card, which the payer can replace', async () => {
    const { open, provider, people } = await openStripe();
    const { reference } = await open();
    people.decline(reference);
    expect(await provider.readCheckout(reference)).toEqual([]);
    people.pay(reference);
    expect(capturedIn(await provider.readCheckout(reference)).amountCents).toBe(1250);
  });

  it('neither captures nor closes a bank debit before the bank confirms it', async () => {
    const { open, provider, people } = await openStripe();
    const { reference } = await open();
    people.payLater(reference);
    expect(await provider.readCheckout(reference)).toEqual([]);
    expect(await provider.closeCheckout(reference)).toEqual([]);
    people.confirmLater(reference, true);
    expect(capturedIn(await provider.readCheckout(reference)).amountCents).toBe(1250);
  });

  it('tells the payer why a bank debit failed', async () => {
    const { open, provider, people } = await openStripe();
    const { reference } = await open();
    people.payLater(reference);
    people.confirmLater(reference, false);
    expect(await provider.readCheckout(reference)).toMatchObject([
      { kind: 'checkout_closed', outcome: 'failed', reason: 'Your card was declined.' },
    ]);
  });

  it('lists captured payments of all pages, without failed ones', async () => {
    const { pay, open, provider, people, store } = await openStripe();
    const since = store.now;
    const { reference } = await open();
    people.payLater(reference);
    people.confirmLater(reference, false);
    const [failed] = store.all('charge');
    const paid = store.get('payment_intent', (await pay()).paymentId);
    const charge = store.get('charge', paid.latest_charge ?? '');
    for (let count = 1; count < 250; count++)
      store.add('charge', { ...charge, payment_intent: `pi_${count}` });
    const listed = new Set<string>();
    for await (const { paymentId } of provider.listPayments(since, new Date(since.getTime() + 1000)))
      listed.add(paymentId);
    expect(listed.size).toBe(250);
    expect(listed.has(failed?.payment_intent ?? '')).toBe(false);
  });
});
