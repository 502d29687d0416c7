import { describe, expect, it } from 'vitest';
import { capturedIn, openPaypal, refundOf } from '../../../../../test/support/paypal/paypal-fixture.ts';
import { SERVER_ERROR } from '../../../../../test/support/paypal/paypal-server.ts';
import { dollars } from '../../../../../test/support/paypal/paypal-store.ts';
import { DAY_MS, MINUTE_MS } from '../../../../platform/durations.ts';
import { ProviderRefused, ProviderUnavailable } from '../provider.errors.ts';

const REFUSAL = { kind: 'answer', status: 422 } as const;
const refusalOf = (issue: string) => ({
  ...REFUSAL,
  body: JSON.stringify({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] }),
});

describe('payments through PayPal', () => {
  it('capture an order only after the payer has agreed, and hold the money on the platform', async () => {
    const { open, provider, people, store } = await openPaypal();
    const { id, reference, redirectUrl } = await open();
    expect(redirectUrl).toContain(id);
    expect(await provider.readCheckout(reference)).toEqual([]);
    expect(store.get('order', id).capture).toBeNull();
    people.approve(id);
    expect(capturedIn(await provider.readCheckout(reference))).toMatchObject({
      amountCents: 1250,
      heldBy: 'platform',
    });
  });

  it('stay open after a declined card, which the payer can replace on the same page', async () => {
    const { open, provider, people, bank, store } = await openPaypal();
    const { id, reference } = await open();
    bank.capture = 'instrument declined';
    people.approve(id);
    expect(await provider.readCheckout(reference)).toEqual([]);
    bank.capture = 'COMPLETED';
    store.now = new Date(store.now.getTime() + MINUTE_MS);
    people.approve(id);
    expect(capturedIn(await provider.readCheckout(reference)).amountCents).toBe(1250);
  });

  it.each(['COMPLETED', 'DECLINED'] as const)(
    'are neither captured nor closed while PayPal reviews them, until they are %s',
    async (status) => {
      const { open, provider, people, bank, events, factsOf } = await openPaypal();
      const { id, reference, request } = await open();
      bank.capture = 'PENDING';
      people.approve(id);
      expect(await provider.readCheckout(reference)).toEqual([]);
      expect(await provider.closeCheckout(reference)).toEqual([]);
      const pending = events.at(-1) ?? expect.fail('There is no event');
      expect(await factsOf(pending)).toEqual([]);
      people.settleCapture((pending.resource as { id: string }).id, status);
      const kind = status === 'COMPLETED' ? 'captured' : 'checkout_closed';
      expect(await factsOf(events.at(-1))).toMatchObject([{ kind, checkoutId: request.id }]);
    },
  );

  it('move no money when the payer agrees after the page was closed', async () => {
    const { open, provider, people, events, factsOf, store } = await openPaypal();
    const { id, reference, request } = await open();
    await provider.closeCheckout(reference);
    people.approve(id);
    const closed = [{ kind: 'checkout_closed', checkoutId: request.id, outcome: 'expired', reason: null }];
    expect(await factsOf(events.at(-1))).toEqual(closed);
    expect(await provider.readCheckout(reference)).toEqual(closed);
    expect(store.get('order', id).capture).toBeNull();
  });

  it('are closed or captured, never both, when both happen at once', async () => {
    const { open, provider, people, store } = await openPaypal();
    for (let round = 0; round < 10; round++) {
      const { id, reference } = await open();
      people.approve(id);
      await Promise.all([provider.readCheckout(reference), provider.closeCheckout(reference)]);
      const kinds = (await provider.readCheckout(reference)).map(({ kind }) => kind);
      expect(kinds).toEqual([store.get('order', id).capture ? 'captured' : 'checkout_closed']);
    }
  });

  it('expire with an order that PayPal has forgotten', async () => {
    const { open, provider, store } = await openPaypal();
    const { id, reference, request } = await open();
    store.forget(id);
    for (const read of [provider.readCheckout, provider.closeCheckout]) {
      expect(await read(reference)).toMatchObject([
        { kind: 'checkout_closed', checkoutId: request.id, outcome: 'expired' },
      ]);
    }
  });

  it('are read again while PayPal captures nothing for reasons of the account', async () => {
    const { open, provider, people, failures } = await openPaypal();
    const { id, reference } = await open();
    people.approve(id);
    failures.push(null, refusalOf('PAYEE_ACCOUNT_RESTRICTED'));
    await expect(provider.readCheckout(reference)).rejects.toThrow(ProviderUnavailable);
    expect(capturedIn(await provider.readCheckout(reference)).amountCents).toBe(1250);
  });

  it('are captured once when the answer is lost', async () => {
    const { open, provider, people, failures, forgetRequestIds } = await openPaypal();
    const { id, reference } = await open();
    people.approve(id);
    failures.push(null, { ...SERVER_ERROR, isAfterwards: true });
    await expect(provider.readCheckout(reference)).rejects.toThrow(ProviderUnavailable);
    forgetRequestIds();
    expect(capturedIn(await provider.readCheckout(reference)).amountCents).toBe(1250);
  });

  it('open one page when the first answer is lost', async () => {
    const { request, provider, failures, store } = await openPaypal();
    const once = request({ description: 'A long description '.repeat(20) });
    failures.push({ kind: 'answer', status: 200, body: '<html>', isAfterwards: true });
    await expect(provider.openCheckout(once)).rejects.toThrow(ProviderUnavailable);
    await provider.openCheckout(once);
    expect(store.all('order')).toHaveLength(1);
  });

  it('are refused in a currency that PayPal does not take', async () => {
    const { open } = await openPaypal();
    await expect(open({ currency: 'XAU' })).rejects.toThrow(ProviderRefused);
  });
});

describe('refunds through PayPal', () => {
  it('are made once when the answer is lost and PayPal has forgotten the id of the request', async () => {
    const { pay, provider, store, failures, forgetRequestIds } = await openPaypal();
    const refund = refundOf(await pay(), 700);
    // The capture and its order are read first.
    failures.push(null, null, { ...SERVER_ERROR, isAfterwards: true });
    await expect(provider.refund(refund)).rejects.toThrow(ProviderUnavailable);
    forgetRequestIds();
    expect(await provider.refund(refund)).toMatchObject([{ requestId: refund.id, amountCents: 700 }]);
    expect(store.all('order')[0]?.refunds).toHaveLength(1);
  });

  it('are tried again while the balance at PayPal is too low', async () => {
    const { pay, provider, failures } = await openPaypal();
    const refund = refundOf(await pay(), 700);
    failures.push(null, null, refusalOf('REFUND_FAILED_INSUFFICIENT_FUNDS'));
    await expect(provider.refund(refund)).rejects.toThrow(ProviderUnavailable);
    expect(await provider.refund(refund)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('are found under the ids that earlier versions have written', async () => {
    const { pay, provider, store } = await openPaypal();
    const captured = await pay();
    const refund = refundOf(captured, 700);
    await provider.refund(refund);
    const [made = expect.fail('Nothing was refunded')] = store.orderOf(captured.paymentId).refunds;
    expect(made.custom_id).toBe(`refund.${refund.id}`);
    Object.assign(made, { custom_id: `refund:${refund.id}` });
    expect(await provider.refund(refund)).toMatchObject([{ requestId: refund.id }]);
    expect(store.orderOf(captured.paymentId).refunds).toHaveLength(1);
  });

  it.each([
    ['an order', {}],
    ['a subscription', { subscription: { cycle: 'monthly', trialDays: 0 } }],
  ] as const)('are read again while they are pending, of the payment of %s', async (_title, purchase) => {
    const { pay, provider, people } = await openPaypal();
    const { paymentId } = await pay(purchase);
    const refundId = people.refund(paymentId, 700, 'PENDING');
    const read = async () => (await provider.readRefund?.({ paymentId, refundId }))?.at(-1);
    expect(await read()).toMatchObject({ refundId, status: 'pending' });
    people.settleRefund(refundId, 'FAILED');
    expect(await read()).toMatchObject({ refundId, status: 'failed' });
  });

  it('are refused with a sentence for the person who asked', async () => {
    const { pay, provider } = await openPaypal();
    const captured = await pay();
    await provider.refund(refundOf(captured, 1250));
    await expect(provider.refund(refundOf(captured, 100))).rejects.toThrow(
      'The payment was already refunded in full.',
    );
  });
});

describe('disputes at PayPal', () => {
  it.each([
    ['INQUIRY', 'WAITING_FOR_SELLER_RESPONSE'],
    ['CHARGEBACK', 'UNDER_REVIEW'],
  ] as const)('in the stage %s take evidence', async (stage, status) => {
    const { pay, provider, people, store } = await openPaypal();
    const { paymentId } = await pay();
    const id = people.dispute(paymentId, { stage });
    const facts = await provider.disputes?.submitEvidence(id, 'The donor thanked the creator in chat.');
    expect(facts?.at(-1)).toMatchObject({ kind: 'dispute', paymentId, disputeId: id, status: 'open' });
    expect(store.get('dispute', id)).toMatchObject({
      status,
      said: ['The donor thanked the creator in chat.'],
    });
  });

  it('send an admin to PayPal if it takes no evidence without a document, or not as much text', async () => {
    const { pay, provider, people, failures } = await openPaypal();
    const id = people.dispute((await pay()).paymentId);
    failures.push(null, refusalOf('MISSING_DOCUMENT'));
    await expect(provider.disputes?.submitEvidence(id, 'Watched all of it')).rejects.toThrow(
      /Resolution Center/,
    );
    await expect(provider.disputes?.submitEvidence(id, 'x'.repeat(2001))).rejects.toThrow(/2000 characters/);
  });

  it('take no evidence after their decision', async () => {
    const { pay, provider, people } = await openPaypal();
    const id = people.dispute((await pay()).paymentId);
    people.closeDispute(id, 'lost');
    await expect(provider.disputes?.submitEvidence(id, 'Too late')).rejects.toThrow(ProviderRefused);
  });

  it('state their reason and the due date of evidence', async () => {
    const { pay, people, events, factsOf } = await openPaypal();
    people.dispute((await pay()).paymentId);
    expect((await factsOf(events.at(-1))).at(-1)).toMatchObject({
      reason: 'unauthorised',
      evidenceDueAt: new Date('2031-03-13T12:00:00Z'),
    });
  });
});

describe('the list of payments at PayPal', () => {
  async function list({ provider }: Awaited<ReturnType<typeof openPaypal>>, since: Date, until: Date) {
    const listed = [];
    for await (const payment of provider.listPayments(since, until)) listed.push(payment);
    return listed;
  }

  it('contains all pages, and refunds and reversals from after the period', async () => {
    const opened = await openPaypal();
    const { pay, provider, store, people } = opened;
    const since = store.now;
    const captured = await pay();
    const subscriptionId = 'I-1';
    for (let count = 0; count < 1100; count++) {
      store.add('sale', {
        subscriptionId,
        amount: dollars(500),
        time: store.time,
        refunds: [],
        complaint: null,
      });
    }
    store.now = new Date(since.getTime() + 40 * DAY_MS);
    await provider.refund(refundOf(captured, 300));
    people.closeDispute(people.dispute(captured.paymentId), 'lost', { takenCents: 200 });
    await pay();
    const listed = await list(opened, since, new Date(since.getTime() + MINUTE_MS));
    expect(listed).toHaveLength(1101);
    expect(listed.find(({ paymentId }) => paymentId === captured.paymentId)).toEqual({
      paymentId: captured.paymentId,
      amountCents: 1250,
      refundedCents: 500,
      currency: 'USD',
      capturedAt: since,
    });
  });

  it('names the missing permission if the app may not search', async () => {
    const opened = await openPaypal();
    const body = JSON.stringify({ name: 'NOT_AUTHORIZED', debug_id: 'd' });
    opened.failures.push({ kind: 'answer', status: 403, body });
    await expect(list(opened, opened.store.now, opened.store.now)).resolves.toEqual([]);
    const until = new Date(opened.store.now.getTime());
    const since = new Date(until.getTime() - DAY_MS);
    await expect(list(opened, since, until)).rejects.toThrow(/Turn the feature on/);
  });
});
