/** The process dies between any two steps of a payment and starts again; payers and jobs then try again. */
import { expect, it } from 'vitest';
import { type CrashAt, crashingDatabase } from '../../../../test/support/payments/crashing-database.ts';
import { createPaymentsFixture } from '../../../../test/support/payments/payments-fixture.ts';

const fixture = await createPaymentsFixture();
const { db, people, queue, sent, rows, donation, expectBalanced } = fixture;
const holder = { userId: null, hasCookie: true };

type Payments = ReturnType<typeof fixture.start>;

/** Runs `flow` again and again, dying one step later each time, until it comes to its end. @returns the crashes */
async function crashEverywhere(
  at: CrashAt,
  flow: (payments: Payments, run: string) => Promise<void>,
  afterRestart: (payments: Payments, run: string) => Promise<void>,
): Promise<number> {
  for (let step = 1; ; step++) {
    const run = crypto.randomUUID();
    const crashing = crashingDatabase(db, step, at);
    const dying = fixture.start({ db: crashing.db });
    await flow(dying, run).catch((error: unknown) => {
      if (!crashing.hasCrashed()) throw error;
    });
    await afterRestart(fixture.start(), run);
    await expectBalanced();
    if (!crashing.hasCrashed()) return step - 1;
  }
}

/** Runs what waits in the queue and delivers webhooks once, as far as the process lives. */
async function work(payments: Payments): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const job of await queue.waiting()) await queue.run(job);
    for (const webhook of sent.splice(0)) await payments.receive(webhook);
  }
}

it.each(['before', 'inside', 'after'] as const)(
  'books a donation once when the process dies %s any of its transactions',
  async (at) => {
    const creator = await people.streamer();
    const bodies = new Map<string, ReturnType<typeof donation>>();
    const bodyOf = (run: string) => {
      const body = bodies.get(run) ?? donation(creator);
      bodies.set(run, body);
      return body;
    };
    let runs = 0;
    const crashes = await crashEverywhere(
      at,
      async (payments, run) => {
        const { id } = await payments.donate(bodyOf(run));
        await payments.approve(id);
        await work(payments);
        fixture.advance(3_000);
        await payments.checkouts.state(id, holder);
      },
      async (payments, run) => {
        const { id } = await payments.donate(bodyOf(run)).catch((error: unknown) => {
          // It was paid before the crash.
          expect(error).toMatchObject({ code: 'checkout_closed' });
          return { id: null };
        });
        // Where the payer has not paid yet, the payment page is still there.
        if (id !== null) await payments.approve(id).catch(() => undefined);
        await payments.settle();
        fixture.advance(6 * 60_000);
        await payments.checkouts.sweep(new AbortController().signal);
        const given = (await rows('donations')).filter((row) => row.recipient_id === creator);
        expect(given).toHaveLength(++runs);
      },
    );
    expect(crashes).toBeGreaterThanOrEqual(5);
    const charges = (await rows('charges')).filter((row) => row.creator_id === creator);
    expect(charges).toHaveLength(runs);
  },
);

it.each(['before', 'inside', 'after'] as const)(
  'refunds a donation once when the process dies %s any of its transactions',
  async (at) => {
    const creator = await people.streamer();
    async function charged() {
      const payments = fixture.start();
      const { id } = await payments.donate(donation(creator));
      await payments.approve(id);
      await payments.settle();
      return String((await rows('charges')).find((row) => row.checkout_id === id)?.id);
    }
    const charges = new Map<string, string>();
    const crashes = await crashEverywhere(
      at,
      async (payments, run) => {
        charges.set(run, await charged());
        queue.register(payments.jobs);
        await request(payments, run);
        await work(payments);
      },
      async (payments, run) => {
        await request(payments, run);
        await payments.settle();
        expect((await rows('refunds')).filter((row) => row.charge_id === charges.get(run))).toMatchObject([
          { status: 'succeeded', amount_cents: 1500 },
        ]);
        const [refund, ...more] = (await refundsAtSandbox()).filter(({ key }) => key === run);
        expect(refund).toBeDefined();
        expect(more).toEqual([]);
      },
    );
    expect(crashes).toBeGreaterThanOrEqual(3);

    function request(payments: Payments, run: string) {
      const refund = { id: run, chargeId: charges.get(run) ?? '', amountCents: 1500 };
      return payments.transact((tx) =>
        payments.refunds.request(tx, { ...refund, reason: 'Asked for', requestedBy: null }),
      );
    }
  },
);

async function refundsAtSandbox() {
  const { rows: refunds } = await db.pool.query<{ key: string }>(
    "select key from sandbox_objects where kind = 'refund'",
  );
  return refunds;
}
