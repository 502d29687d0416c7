/**
 * Random histories of payments, refunds and disputes at PayPal: money goes back in parts, while a payment is disputed
 * and by reversals, and events arrive in any order, several times or not at all.
 */
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { createPaypalBooks } from '../../../../../test/support/paypal/paypal-books.ts';
import { idOf } from '../../../../../test/support/paypal/paypal-fixture.ts';
import type { PaypalEvent } from '../../../../../test/support/paypal/paypal-server.ts';
import { cents, refundedOf } from '../../../../../test/support/paypal/paypal-store.ts';
import { attempt } from '../../../../../test/support/properties/play-history.ts';
import { comparesEachStep, PROPERTY_TIMEOUT, runs } from '../../../../../test/support/properties/runs.ts';
import { runRepeatedJobs } from '../../../../../test/support/repeated-jobs.ts';
import { DAY_MS } from '../../../../platform/durations.ts';

const { db, people, queue, donation, expectBalanced, now, advance, server, payments, saveState } =
  await createPaypalBooks();
vi.stubGlobal('fetch', server.fetch);
afterAll(async () => {
  vi.unstubAllGlobals();
  await server[Symbol.asyncDispose]();
});
const { store, events } = server;
const creator = await people.streamer();
const restoreState = await saveState();

const index = fc.nat(20);
const amount = fc.integer({ min: 1, max: 1200 });
const act = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refundAtPaypal' as const),
      index,
      amount,
      status: fc.constantFrom('COMPLETED' as const, 'PENDING' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refundHere' as const), index, amount }) },
  fc.record({ do: fc.constant('settleRefund' as const), index, fails: fc.boolean() }),
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('dispute' as const), index, amount, isHeld: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      index,
      amount,
      outcome: fc.constantFrom('won' as const, 'lost' as const, 'lost' as const),
      byBank: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deliver' as const), index, times: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('runJob' as const), index }) },
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

const pick = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[at % Math.max(1, items.length)];

const paymentIds = () => store.all('order').flatMap(({ capture }) => capture?.id ?? []);

async function pay(): Promise<void> {
  const { id } = await payments.donate(donation(creator, { method: 'paypal', amount: 1200 }));
  const reference = await payments.pageOf(id);
  server.people.approve(idOf(reference));
  // The payer returns from the payment page.
  const facts = await (await payments.providers.get('paypal')).readCheckout(reference);
  await db.transact((tx) => payments.settlement.apply(tx, 'paypal', facts, now()));
}

const pendingRefunds = () =>
  store
    .all('order')
    .flatMap(({ refunds }) => refunds)
    .filter(({ status }) => status === 'PENDING');

const receive = (event: object) => payments.webhooks.receive('paypal', server.webhookOf(event));

async function perform(one: Act, undelivered: object[]): Promise<void> {
  const { people: acts } = server;
  switch (one.do) {
    case 'pay':
      return pay();
    case 'refundAtPaypal': {
      const paymentId = pick(paymentIds(), one.index);
      return attempt(() => paymentId && acts.refund(paymentId, one.amount, one.status));
    }
    case 'refundHere': {
      const { rows } = await db.pool.query<{ id: string }>('select id from charges order by id');
      const charge = pick(rows, one.index);
      const refund = { id: crypto.randomUUID(), amountCents: one.amount, reason: 'Asked', requestedBy: null };
      return attempt(
        () => charge && db.transact((tx) => payments.refunds.request(tx, { ...refund, chargeId: charge.id })),
      );
    }
    case 'settleRefund': {
      const refund = pick(pendingRefunds(), one.index);
      if (refund) acts.settleRefund(refund.id, one.fails ? 'FAILED' : 'COMPLETED');
      return;
    }
    case 'dispute': {
      const paymentId = pick(paymentIds(), one.index);
      // A payment has one open dispute at a time.
      const isDisputed = store
        .all('dispute')
        .some(({ transactionId, status }) => transactionId === paymentId && status !== 'RESOLVED');
      if (paymentId && !isDisputed) acts.dispute(paymentId, { amountCents: one.amount, isHeld: one.isHeld });
      return;
    }
    case 'decide': {
      const open = store.all('dispute').filter(({ status }) => status !== 'RESOLVED');
      const dispute = pick(open, one.index);
      if (!dispute) return;
      // The amount of the outcome includes the seller's refunds, which must be settled by then.
      for (const { id, of } of pendingRefunds())
        if (of === dispute.transactionId) acts.settleRefund(id, 'COMPLETED');
      acts.closeDispute(dispute.id, one.outcome, { takenCents: one.amount, byBank: one.byBank });
      // Refunds by the seller after this time do not count toward the dispute.
      return advance(8 * DAY_MS);
    }
    case 'deliver': {
      const [event] = undelivered.splice(one.index % Math.max(1, undelivered.length), 1);
      for (let time = 0; event && time < one.times; time++) await receive(event);
      return;
    }
    case 'runJob': {
      const job = pick(await queue.waiting(), one.index);
      return attempt(() => job && queue.run(job));
    }
  }
}

/** Events that report how something ended may be lost, since what stays open is read again. */
const arrivesAtLast = ({ event_type: type }: PaypalEvent, losesEvents: boolean): boolean =>
  !losesEvents ||
  !['CUSTOMER.DISPUTE.RESOLVED', 'PAYMENT.CAPTURE.REVERSED', 'PAYMENT.REFUND.FAILED'].includes(type);

async function runEverything(): Promise<void> {
  for (;;) {
    const failures = await queue.runAll();
    expect(failures).toEqual([]);
    if ((await queue.waiting()).length === 0) return;
  }
}

/** The amounts taken back from each payment, according to the ledger. */
async function booked() {
  const { rows } = await db.pool.query(
    `select payment_id as id, refunded_cents::int as refunded, lost_cents::int as lost, disputed_cents::int as disputed,
       (select count(*)::int from refunds r where r.charge_id = c.id and r.status = 'pending') as pending
     from charges c order by payment_id`,
  );
  return rows;
}

function given() {
  return store
    .all('order')
    .flatMap(({ capture, amount: gross, refunds }) => {
      if (!capture) return [];
      const refunded = refundedOf(refunds);
      const disputes = store.all('dispute').filter(({ transactionId }) => transactionId === capture.id);
      const lost = disputes.reduce((sum, { bankCents }) => sum + bankCents, 0);
      const open = disputes.find(({ status }) => status !== 'RESOLVED');
      const since = refunds.filter(({ create_time: at }) => open && at >= open.create_time);
      const held = open ? Math.max(0, cents(open.amount) - refundedOf(since)) : 0;
      const disputed = Math.min(held, cents(gross) - refunded - lost);
      const pending = refunds.filter(({ status }) => status === 'PENDING').length;
      return [{ id: capture.id, refunded, lost, disputed, pending }];
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

it(
  'ends with a balanced ledger that agrees with PayPal, whatever happens to its events on the way',
  PROPERTY_TIMEOUT,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 5, maxLength: 30 }),
        fc.boolean(),
        comparesEachStep(),
        async (acts, losesEvents, comparesEach) => {
          await restoreState();
          server.startOver();
          store.now = now();
          let seen = 0;
          const undelivered: object[] = [];
          await pay();
          for (const one of acts) {
            advance(1_000);
            store.now = now();
            await perform(one, undelivered);
            undelivered.push(...events.slice(seen));
            seen = events.length;
            if (comparesEach) await expectBalanced();
          }
          advance(DAY_MS);
          store.now = now();
          await runRepeatedJobs(payments, 'money.send-due-refunds');
          await runEverything();
          const arriving = events.filter((event) => arrivesAtLast(event, losesEvents)).toReversed();
          await Promise.all(arriving.map(receive));
          await runEverything();
          await runRepeatedJobs(payments, 'money.read-open-corrections');
          await expectBalanced();
          expect(await booked()).toEqual(given());
        },
      ),
      runs(8),
    );
  },
);
