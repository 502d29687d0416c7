import { describe, expect, it } from 'vitest';
import { capturedIn, openPaypal, refundOf } from '../../../../../test/support/paypal/paypal-fixture.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import { ProviderRefused } from '../provider.errors.ts';
import type { ProviderFact } from '../provider.ts';

const subscriptionIn = (facts: readonly ProviderFact[]) =>
  facts.find((fact) => fact.kind === 'subscription') ?? expect.fail('No subscription was reported');

async function openPage(trialDays = 0) {
  const opened = await openPaypal();
  const page = await opened.open({
    purpose: 'subscription',
    description: 'Gold, Ada',
    amountCents: 500,
    subscription: { cycle: 'monthly', trialDays },
  });
  const { subscriptions = expect.fail('There are no subscriptions') } = opened.provider;
  const read = () => opened.provider.readCheckout(page.reference);
  return { ...opened, ...page, subscriptions, read };
}

async function subscribe(trialDays = 0) {
  const opened = await openPage(trialDays);
  opened.people.approve(opened.id);
  return { ...opened, started: subscriptionIn(await opened.read()) };
}

describe('a subscription at PayPal', () => {
  it('reports nothing before the payer has agreed', async () => {
    const { read } = await openPage();
    expect(await read()).toEqual([]);
  });

  it('is canceled and refunded at once when the payer agrees after the page was closed', async () => {
    const { provider, people, id, reference, request, events, factsOf, store } = await openPage();
    expect(await provider.closeCheckout(reference)).toMatchObject([
      { kind: 'checkout_closed', checkoutId: request.id },
    ]);
    people.approve(id);
    const facts = await factsOf(events.at(-1));
    expect(subscriptionIn(facts)).toMatchObject({ checkoutId: request.id, status: 'canceled' });
    expect(store.get('subscription', id).status).toBe('CANCELLED');
    const captured = capturedIn(facts);
    expect(captured).toMatchObject({ checkoutId: request.id, amountCents: 500 });
    const refunded = { kind: 'refund', paymentId: captured.paymentId, amountCents: 500, status: 'succeeded' };
    expect(facts.at(-1)).toMatchObject(refunded);
    expect((await factsOf(events.at(-1))).filter(({ kind }) => kind === 'refund')).toMatchObject([refunded]);
    expect(store.all('sale')[0]?.refunds).toHaveLength(1);
  });

  it('is no longer closed once the payer has agreed', async () => {
    const { provider, reference, started } = await subscribe();
    expect(subscriptionIn(await provider.closeCheckout(reference))).toEqual(started);
  });

  it('opens pages for several subscriptions under one product', async () => {
    const { open, store } = await openPage();
    await open({ purpose: 'subscription', subscription: { cycle: 'yearly', trialDays: 3 } });
    expect(store.products.size).toBe(1);
    expect(store.all('plan').at(-1)?.billing_cycles).toMatchObject([
      { tenure_type: 'TRIAL', frequency: { interval_unit: 'DAY', interval_count: 3 } },
      { tenure_type: 'REGULAR', frequency: { interval_unit: 'YEAR' } },
    ]);
  });

  it('is active from the first payment after its trial', async () => {
    const { people, started, read, store } = await subscribe(7);
    expect(started).toMatchObject({ status: 'trialing', amountCents: 500 });
    people.renew(started.subscriptionId);
    expect(subscriptionIn(await read())).toMatchObject({
      status: 'active',
      periodStart: store.now,
      trialEnd: started.periodEnd,
    });
  });

  it('reports each payment with the period that it paid for', async () => {
    const { people, started, read } = await subscribe();
    people.renew(started.subscriptionId);
    const periods = (await read()).flatMap((fact) => (fact.kind === 'captured' ? [fact.subscription] : []));
    expect(periods).toEqual([
      expect.objectContaining({ periodStart: started.periodStart, periodEnd: started.periodEnd }),
      expect.objectContaining({ periodStart: started.periodEnd }),
    ]);
  });

  it('is past due while payments fail, also after PayPal has suspended it, and recovers', async () => {
    const { people, bank, started, read, store } = await subscribe();
    bank.isDeclining = true;
    people.renew(started.subscriptionId);
    expect(subscriptionIn(await read())).toMatchObject({ status: 'past_due', periodEnd: started.periodEnd });
    store.get('subscription', started.subscriptionId).status = 'SUSPENDED';
    expect(subscriptionIn(await read())).toMatchObject({ status: 'past_due', cancelAtPeriodEnd: false });
    store.get('subscription', started.subscriptionId).status = 'ACTIVE';
    bank.isDeclining = false;
    people.renew(started.subscriptionId);
    expect(subscriptionIn(await read()).status).toBe('active');
  });

  it('has ended when its period passes after a cancellation, without another payment', async () => {
    const { subscriptions, started, read, store } = await subscribe();
    await subscriptions.cancel(started.subscriptionId, 'period_end');
    store.now = new Date(started.periodEnd.getTime() - DAY_MS);
    expect(subscriptionIn(await read())).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
    store.now = started.periodEnd;
    const facts = await read();
    expect(subscriptionIn(facts)).toMatchObject({ status: 'canceled', cancelAtPeriodEnd: false });
    expect(facts.filter(({ kind }) => kind === 'captured')).toHaveLength(1);
  });

  it('is canceled, resumed and ended as often as requested, and cannot be resumed after its end', async () => {
    const { subscriptions, started } = await subscribe();
    const { subscriptionId: id } = started;
    for (const _time of ['once', 'twice']) {
      const facts = await subscriptions.cancel(id, 'period_end');
      expect(subscriptionIn(facts).cancelAtPeriodEnd).toBe(true);
    }
    for (const _time of ['once', 'twice']) {
      expect(subscriptionIn(await subscriptions.resume(id)).cancelAtPeriodEnd).toBe(false);
    }
    for (const _time of ['once', 'twice']) {
      expect(subscriptionIn(await subscriptions.cancel(id, 'now')).status).toBe('canceled');
    }
    await expect(subscriptions.resume(id)).rejects.toThrow(ProviderRefused);
    await expect(subscriptions.cancel(id, 'period_end')).rejects.toThrow(/has ended/);
  });

  it('lasts until the end of the period that is paid for when the payer cancels it at PayPal', async () => {
    const { subscriptions, people, started, events, factsOf, store } = await subscribe();
    people.cancelSubscription(started.subscriptionId);
    const canceled = events.at(-1);
    expect(canceled?.event_type).toBe('BILLING.SUBSCRIPTION.CANCELLED');
    expect(subscriptionIn(await factsOf(canceled))).toEqual({ ...started, cancelAtPeriodEnd: true });
    await expect(subscriptions.resume(started.subscriptionId)).rejects.toThrow(/Subscribe again when/);
    store.now = started.periodEnd;
    expect(subscriptionIn(await factsOf(canceled))).toMatchObject({
      status: 'canceled',
      cancelAtPeriodEnd: false,
    });
  });

  it('has ended when the payer cancels it at PayPal while payments fail', async () => {
    const { people, bank, started, read } = await subscribe();
    bank.isDeclining = true;
    people.renew(started.subscriptionId);
    people.cancelSubscription(started.subscriptionId);
    expect(subscriptionIn(await read()).status).toBe('canceled');
  });

  it('is suspended by PayPal after the number of failures that its plan allows', async () => {
    const { people, bank, started, read, events } = await subscribe();
    bank.isDeclining = true;
    for (let failure = 0; failure < 3; failure++) people.renew(started.subscriptionId);
    expect(events.at(-1)?.event_type).toBe('BILLING.SUBSCRIPTION.SUSPENDED');
    expect(subscriptionIn(await read())).toMatchObject({ status: 'past_due', cancelAtPeriodEnd: false });
  });

  it.each(['INQUIRY', 'CHARGEBACK'] as const)(
    'keeps the period of a payment that PayPal withholds for a dispute in the stage %s',
    async (stage) => {
      const { people, started, read, events, factsOf } = await subscribe();
      people.renew(started.subscriptionId);
      const renewed = await read();
      const { paymentId } = renewed.filter((fact) => fact.kind === 'captured').at(-1) ?? expect.fail();
      people.dispute(paymentId, { stage, isHeld: true });
      expect(await read()).toEqual(renewed);
      const facts = await factsOf(events.at(-1));
      expect(facts).toEqual([...renewed, expect.objectContaining({ kind: 'dispute', paymentId })]);
    },
  );

  it('keeps its price until the first payment after the payer has agreed to another one', async () => {
    const { subscriptions, people, started, read, events, factsOf } = await subscribe();
    const { subscriptionId } = started;
    const change = {
      id: 'c1',
      subscriptionId,
      amountCents: 1500,
      cycle: 'monthly',
      description: 'Platinum, Ada',
      returnUrl: 'https://live.example.org/subscription-management',
    } as const;
    expect((await subscriptions.change(change)).confirmUrl).toContain(subscriptionId);
    expect(subscriptionIn(await read()).amountCents).toBe(500);
    people.confirmRevision(subscriptionId);
    expect(subscriptionIn(await factsOf(events.at(-1))).amountCents).toBe(500);
    expect((await subscriptions.change(change)).confirmUrl).toBeNull();
    people.renew(subscriptionId);
    expect(subscriptionIn(await factsOf(events.at(-1))).amountCents).toBe(1500);
    const yearly = subscriptions.change({ ...change, id: 'c2', cycle: 'yearly' });
    await expect(yearly).rejects.toThrow(/cannot change between monthly and yearly/);
  });

  it('names the page of PayPal where the payer chooses what to pay with', async () => {
    const { subscriptions, started, options } = await subscribe();
    const url = await subscriptions.portalUrl(started.subscriptionId, 'https://live.example.org/');
    expect(url).toBe(`${options.environment.websiteUrl}/myaccount/autopay/`);
  });

  it('refunds its payments, here and in the dashboard', async () => {
    const { provider, people, read, events, factsOf, started } = await subscribe();
    const captured = capturedIn(await read());
    const refund = refundOf(captured, 200);
    expect(await provider.refund(refund)).toMatchObject([{ requestId: refund.id, amountCents: 200 }]);
    expect((await factsOf(events.at(-1))).at(-1)).toMatchObject({
      kind: 'refund',
      paymentId: captured.paymentId,
      requestId: refund.id,
      amountCents: 200,
      status: 'succeeded',
    });
    people.refund(captured.paymentId, 300);
    const facts = await factsOf(events.at(-1));
    expect(facts.at(-1)).toMatchObject({ kind: 'refund', requestId: null, amountCents: 300 });
    expect(capturedIn(facts)).toEqual(captured);
    await expect(provider.refund(refundOf(captured, 100))).rejects.toThrow(ProviderRefused);
    expect(subscriptionIn(facts)).toEqual(started);
  });

  it('reports a dispute of one of its payments', async () => {
    const { people, read, events, factsOf } = await subscribe();
    const captured = capturedIn(await read());
    people.dispute(captured.paymentId);
    const facts = await factsOf(events.at(-1));
    expect(capturedIn(facts)).toEqual(captured);
    expect(facts.at(-1)).toMatchObject({ kind: 'dispute', amountCents: 500, status: 'open' });
  });
});
