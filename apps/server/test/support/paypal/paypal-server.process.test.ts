/** Checks that the local PayPal server answers and sends only what PayPal's published shapes contain. */
import { userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '../../../src/platform/durations.ts';
import { shapeDifferences } from '../payments/shape-differences.ts';
import { openPaypal, refundOf } from './paypal-fixture.ts';
import * as account from './shapes/account.ts';
import * as disputes from './shapes/disputes.ts';
import * as events from './shapes/events.ts';
import * as payments from './shapes/payments.ts';
import * as subscriptions from './shapes/subscriptions.ts';

const ROUTES: readonly (readonly [route: RegExp, shape: object])[] = [
  [/^POST .*\/oauth2\/token$/, account.accessToken],
  [/^GET .*\/oauth2\/userinfo$/, account.userInfo],
  [/^(GET|POST) \/v2\/checkout\/orders(\/[^/]+(\/capture)?)?$/, payments.order],
  [/^GET \/v2\/payments\/captures\/[^/]+$/, payments.capture],
  [/^(GET \/v2\/payments\/refunds\/|POST \/v2\/payments\/captures\/.*\/refund)/, payments.refund],
  [/^POST \/v1\/catalogs\/products$/, { id: '', name: '' }],
  [/^(GET|POST) \/v1\/billing\/plans/, subscriptions.plan],
  [/^POST .*\/revise$/, subscriptions.revision],
  [/^GET .*\/transactions$/, { ...subscriptions.transactions, ...account.transactionPage }],
  [/^(GET|POST) \/v1\/billing\/subscriptions(\/[^/]+)?$/, subscriptions.failingSubscription],
  [/^GET \/v1\/payments\/sale\/[^/]+$/, subscriptions.disputedSale],
  [/^(GET \/v1\/payments\/refund\/|POST \/v1\/payments\/sale\/.*\/refund)/, subscriptions.saleRefund],
  [/^GET \/v1\/customer\/disputes$/, disputes.list],
  [/^GET \/v1\/customer\/disputes\//, disputes.partlyLost],
  [/^POST \/v1\/customer\/disputes\//, { links: disputes.list.links }],
  [/^(GET|POST) \/v1\/payments\/payouts/, account.payoutBatch],
  [/^GET \/v1\/notifications\/webhooks\//, account.webhook],
];

interface Answer {
  readonly route: string;
  readonly status: number;
  readonly body: unknown;
}

/** Records the answers to the adapter. */
function recordAnswers(): Answer[] {
  const answers: Answer[] = [];
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    const response = await send(url, init);
    const text = await response.clone().text();
    const { pathname } = new URL(url);
    const route = `${init.method ?? 'GET'} ${pathname}`;
    if (text.startsWith('{')) answers.push({ route, status: response.status, body: JSON.parse(text) });
    return response;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return answers;
}

type Opened = Awaited<ReturnType<typeof openPaypal>>;

async function usePayments({ pay, open, provider, people, store, bank, events: sent, factsOf }: Opened) {
  const { disputes: claims = expect.fail('There are no disputes') } = provider;
  const paid = await pay();
  await provider.refund(refundOf(paid, 100));
  await provider.refund(refundOf(paid, 5000)).catch(() => undefined);
  people.settleRefund(people.refund(paid.paymentId, 100, 'PENDING'), 'FAILED');
  const disputeId = people.dispute(paid.paymentId, { isHeld: true });
  await claims.submitEvidence(disputeId, 'It was delivered.');
  people.closeDispute(disputeId, 'lost', { takenCents: 500 });
  await claims.read?.(disputeId);
  const inquiry = people.dispute((await pay()).paymentId, { stage: 'INQUIRY' });
  await claims.submitEvidence(inquiry, 'It was delivered.');
  await provider.closeCheckout((await open()).reference);
  bank.capture = 'PENDING';
  const page = await open();
  people.approve(page.id);
  await provider.readCheckout(page.reference);
  people.settleCapture(store.get('order', page.id).capture?.id ?? '', 'DECLINED');
  bank.capture = 'COMPLETED';
  for (const event of sent) await factsOf(event);
}

async function useSubscriptions({ open, pay, provider, people, bank, events: sent, factsOf }: Opened) {
  const { subscriptions: api = expect.fail('There are no subscriptions') } = provider;
  const plan = { purpose: 'subscription', amountCents: 500 } as const;
  await open({ ...plan, subscription: { cycle: 'yearly', trialDays: 7 } });
  const paid = await pay({ ...plan, subscription: { cycle: 'monthly', trialDays: 0 } });
  const id = paid.subscription?.subscriptionId ?? expect.fail('No subscription was paid');
  const change = { id: uuidv7(), subscriptionId: id, amountCents: 900, cycle: 'monthly' } as const;
  await api.change({ ...change, description: 'More', returnUrl: 'https://live.example.org/' });
  people.confirmRevision(id);
  await provider.refund(refundOf(paid, 100));
  people.closeDispute(people.dispute(paid.paymentId), 'lost', { takenCents: 100 });
  bank.isDeclining = true;
  people.renew(id);
  bank.isDeclining = false;
  await api.cancel(id, 'period_end');
  await api.resume(id);
  await api.cancel(id, 'now');
  for (const event of sent) await factsOf(event);
}

async function useAccount({ provider, people, store }: Opened) {
  const { payouts = expect.fail('PayPal pays nothing out') } = provider;
  const creatorId = userId.parse(uuidv7());
  const { url = '' } = await payouts.onboard({
    creatorId,
    email: 'ada@example.org',
    account: null,
    returnUrl: 'https://live.example.org/',
  });
  const receiver = await payouts.finishOnboarding?.(creatorId, people.logIn(url).searchParams);
  for (const status of ['SUCCESS', 'FAILED', 'DENIED'] as const) {
    const payout = { id: uuidv7(), account: receiver ?? '', amountCents: 5000, currency: 'USD' };
    await payouts.send(payout);
    const batch = store.all('batch').at(-1) ?? expect.fail('Nothing was sent');
    people.settlePayout(batch.id, status, status === 'FAILED' ? 'Receiver is unregistered' : null);
    await payouts.read(batch.id);
  }
  await provider.testConnection();
  const since = new Date(store.now.getTime() - 40 * DAY_MS);
  const listed: string[] = [];
  for await (const { paymentId } of provider.listPayments(since, store.now)) listed.push(paymentId);
  expect(listed).not.toEqual([]);
}

it('answers and sends objects in the shapes that PayPal has published', async () => {
  const answers = recordAnswers();
  const opened = await openPaypal();
  await usePayments(opened);
  await useSubscriptions(opened);
  await useAccount(opened);
  const routes = new Set<RegExp>();
  const ofAnswers = answers.flatMap(({ route, status, body }) => {
    const [pattern, shape] = ROUTES.find(([one]) => one.test(route)) ?? expect.fail(`No shape of ${route}`);
    if (status > 299) return shapeDifferences(body, account.error, `error of ${route}`);
    routes.add(pattern);
    return shapeDifferences(body, shape, route);
  });
  const ofEvents = opened.events.flatMap((event) => {
    const known = Object.entries(events.RESOURCES).find(([name]) => name === event.event_type);
    const [name, shape] = known ?? expect.fail(`PayPal sends no ${event.event_type}`);
    const { resource_type } = event;
    if (resource_type !== shape.type) return [`${name} is of the type ${resource_type}, not ${shape.type}`];
    return shapeDifferences(event, events.eventOf(name, shape), name);
  });
  expect([...ofAnswers, ...ofEvents]).toEqual([]);
  expect(ROUTES.filter(([one]) => !routes.has(one))).toEqual([]);
});
