/**
 * Random histories of payments, refunds and disputes, whose webhooks arrive in any order, several times or not at all.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPaymentsFixture } from '../support/payments/payments-fixture.ts';
import { comparesEachStep, PROPERTY_TIMEOUT, runs } from '../support/properties/runs.ts';

const fixture = await createPaymentsFixture();
const { db, people, queue, sent, rows, donation, expectBalanced } = fixture;
const payments = fixture.start();
const { sandbox } = payments;
const creator = await people.streamer();
const restoreState = await fixture.saveState();

const index = fc.nat(20);
const act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('open'),
      method: fc.constantFrom('stripe', 'paypal', 'crypto'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('approve'), index }) },
  fc.record({
    kind: fc.constantFrom('decline', 'cancel', 'dispute', 'win', 'lose', 'refundAtProvider'),
    index,
  }),
  fc.record({ kind: fc.constant('refund'), index, share: fc.integer({ min: 1, max: 4 }) }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('runJob'), index }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('deliver', 'deliverTwice', 'drop'), index }) },
  fc.record({ kind: fc.constantFrom('outage', 'repair') }),
);
type Act = (typeof act extends fc.Arbitrary<infer A> ? A : never) & { index?: number };

const pick = <Item>(items: readonly Item[], at = 0): Item | undefined =>
  items[at % Math.max(1, items.length)];

/** Runs a step that the sandbox may refuse, or that is tried again later. */
const attempt = (work: Promise<unknown>) => work.catch(() => undefined);

async function sandboxIds(kind: 'payment' | 'dispute'): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>(
    'select id from sandbox_objects where kind = $1 order by created_at, id',
    [kind],
  );
  return rows.map(({ id }) => id);
}

async function chargeAt(at: number) {
  const { rows } = await db.pool.query<{ id: string; gross_cents: number }>(
    'select id, gross_cents::int from charges order by id',
  );
  return pick(rows, at);
}

async function perform(one: Act, opened: string[]): Promise<void> {
  const at = one.index ?? 0;
  const checkoutId = pick(opened, at);
  const onPayment = async (work: (id: string) => Promise<unknown>) => {
    const id = pick(await sandboxIds('payment'), at);
    if (id) await attempt(work(id));
  };
  switch (one.kind) {
    case 'open': {
      const { method } = one as { method: 'stripe' };
      const body = donation(creator, { method, amount: 1000 + opened.length });
      const checkout = await payments.donate(body).catch(() => null);
      if (checkout) opened.push(checkout.id);
      return;
    }
    case 'approve':
      return void (checkoutId && (await attempt(payments.approve(checkoutId))));
    case 'decline':
      return void (checkoutId && (await attempt(sandbox.page.decline(await payments.pageOf(checkoutId)))));
    case 'cancel':
      return void (
        checkoutId &&
        (await attempt(payments.checkouts.cancel(checkoutId, { userId: null, hasCookie: true })))
      );
    case 'dispute':
      return onPayment((id) => sandbox.backOffice.openDispute(id));
    case 'win':
    case 'lose': {
      const disputeId = pick(await sandboxIds('dispute'), at);
      const outcome = one.kind === 'win' ? 'won' : 'lost';
      return void (disputeId && (await attempt(sandbox.backOffice.settleDispute(disputeId, outcome))));
    }
    case 'refundAtProvider':
      return onPayment((id) => sandbox.backOffice.refundRest(id));
    case 'refund': {
      const charge = await chargeAt(at);
      if (!charge) return;
      const amountCents = Math.ceil(charge.gross_cents / (one as { share: number }).share);
      const refund = { id: crypto.randomUUID(), chargeId: charge.id, amountCents };
      await attempt(
        db.transact((tx) =>
          payments.refunds.request(tx, { ...refund, reason: 'Asked for', requestedBy: null }),
        ),
      );
      return;
    }
    case 'runJob': {
      const job = pick(await queue.waiting(), at);
      return void (job && (await attempt(queue.run(job))));
    }
    case 'deliver':
    case 'deliverTwice': {
      const webhook = pick(sent, at);
      if (!webhook) return;
      await Promise.all([
        payments.receive(webhook),
        ...(one.kind === 'deliver' ? [] : [payments.receive(webhook)]),
      ]);
      return;
    }
    case 'drop':
      if (sent.length > 0) sent.splice(at % sent.length, 1);
      return;
    case 'outage':
      return sandbox.backOffice.setOutage(true);
    case 'repair':
      return sandbox.backOffice.setOutage(false);
  }
}

it(
  'ends with a balanced ledger that agrees with the provider, whatever happens to webhooks on the way',
  PROPERTY_TIMEOUT,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 5, maxLength: 40 }),
        comparesEachStep(),
        async (acts, comparesEach) => {
          await restoreState();
          const opened: string[] = [];
          for (const one of acts) {
            await perform(one, opened);
            fixture.advance(1_000);
            if (comparesEach) await expectBalanced();
          }
          await sandbox.backOffice.setOutage(false);
          // Providers repeat lost webhooks; here every payment page announces its state once more.
          for (const reference of await references()) await announceAgain(reference);
          await payments.settle();
          for (const reference of await references()) await announceAgain(reference);
          fixture.advance(40 * 60_000);
          await payments.checkouts.sweep(new AbortController().signal);
          // Sends refunds again that failed during an outage.
          await payments.sendDueRefunds();
          await payments.settle();
          await expectBalanced();
          expect(await pendingRefunds()).toEqual([]);
          expect(await ledgerPayments()).toEqual(await sandboxPayments());
        },
      ),
      runs(8),
    );
  },
);

async function references(): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>(
    "select id from sandbox_objects where kind = 'session'",
  );
  return rows.map(({ id }) => id);
}

async function announceAgain(reference: string): Promise<void> {
  const facts = await sandbox.provider.readCheckout(reference);
  // A refund that is booked here, and that the provider has not refused yet, may only fit later.
  await attempt(db.transact((tx) => payments.settlement.apply(tx, 'sandbox', facts, fixture.now())));
}

const pendingRefunds = async () => (await rows('refunds')).filter(({ status }) => status === 'pending');

async function ledgerPayments() {
  const { rows } = await db.pool.query(
    `select c.payment_id as id, c.gross_cents::int as amount, c.refunded_cents::int as refunded,
       c.lost_cents::int as lost, c.disputed_cents::int as disputed,
       (select count(*)::int from donations d where d.charge_id = c.id) as donations
     from charges c order by c.payment_id`,
  );
  return rows;
}

async function sandboxPayments() {
  const { rows } = await db.pool.query(
    `select p.id, (p.state->>'amountCents')::int as amount, (p.state->>'refundedCents')::int as refunded,
       coalesce(sum((d.state->>'amountCents')::int) filter (where d.state->>'status' = 'lost'), 0)::int as lost,
       coalesce(sum((d.state->>'amountCents')::int) filter (where d.state->>'status' = 'open'), 0)::int as disputed,
       1 as donations
     from sandbox_objects p left join sandbox_objects d on d.parent = p.id and d.kind = 'dispute'
     where p.kind = 'payment' group by p.id order by p.id`,
  );
  return rows;
}
