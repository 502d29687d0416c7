import { expect, it } from 'vitest';
import { newCharge } from '../../../../test/support/money-fixture.ts';
import { createPaymentsFixture } from '../../../../test/support/payments/payments-fixture.ts';
import { createUsersFixture } from '../../../../test/support/users-fixture.ts';
import { recordCharges } from '../charges/charges.service.ts';
import { createMoneyAdmin } from './money-admin.service.ts';

const fixture = await createPaymentsFixture();
const { db, people, queue, rows, donation } = fixture;
const payments = fixture.start();
const { reconciliations, jobs } = createMoneyAdmin({
  ...createUsersFixture(db),
  ...queue,
  db,
  payments,
  notifications: { notify: async () => undefined },
  now: fixture.now,
});
queue.register(jobs);
const by = { userId: await people.person(), requestId: 'r', addressHash: null };
const creator = await people.streamer();
const MARCH = { provider: 'sandbox', since: '2026-03-01', until: '2026-03-31' } as const;

async function donate() {
  const { id } = await payments.donate(donation(creator));
  await payments.approve(id);
  await payments.settle();
  const [charge] = (await rows('charges')).filter((row) => row.checkout_id === id);
  return { id: String(charge?.id), paymentId: String(charge?.payment_id) };
}

async function compared() {
  const { id } = await reconciliations.start(by, MARCH);
  await payments.settle();
  const report = await reconciliations.find(id);
  const { items } = await reconciliations.differencesOf(id, undefined);
  return { report, differences: items.map(({ kind, paymentId }) => [paymentId, kind]).sort() };
}

it('finds nothing where provider and ledger agree, and counts both sides', async () => {
  await donate();
  await donate();
  const { report, differences } = await compared();
  expect(differences).toEqual([]);
  expect(report).toMatchObject({
    status: 'completed',
    error: null,
    differences: 0,
    requestedBy: { id: by.userId },
    listed: 2,
    listedAmounts: [{ currency: 'USD', amount: 3000 }],
    booked: 2,
    bookedAmount: 3000,
    currency: 'USD',
  });
  expect((await rows('audit_log')).map(({ action }) => action)).toContain('reconciliation.started');
  expect((await db.pool.query('select * from reconciliation_payments')).rows).toEqual([]);
});

it('reports payments that are not booked or not listed, or differ in amount, currency or refund, and adds up each currency', async () => {
  const [changed, refunded, foreign, other] = [
    await donate(),
    await donate(),
    await donate(),
    await donate(),
  ];
  const set = (id: string, state: object) =>
    db.pool.query('update sandbox_objects set state = state || $2 where id = $1', [
      id,
      JSON.stringify(state),
    ]);
  await set(changed.paymentId, { amountCents: 1400 });
  await set(refunded.paymentId, { refundedCents: 500 });
  await db.pool.query("update sandbox_objects set id = 'pay_elsewhere' where id = $1", [other.paymentId]);
  await set(foreign.paymentId, { currency: 'EUR' });
  const { report, differences } = await compared();
  expect(differences).toEqual(
    [
      [changed.paymentId, 'amount'],
      [refunded.paymentId, 'refunded'],
      [foreign.paymentId, 'currency'],
      [other.paymentId, 'not_listed'],
      ['pay_elsewhere', 'not_booked'],
    ].sort(),
  );
  expect(report.differences).toBe(5);
  const [own, ...others] = report.listedAmounts;
  expect(own).toEqual({ currency: 'USD', amount: report.bookedAmount - 1500 - 100 });
  expect(others).toEqual([{ currency: 'EUR', amount: 1500 }]);
});

it('compares more than a batch, in pages, and leaves out what lies outside the period', async () => {
  const capturedAt = new Date('2026-05-10T00:00:00Z');
  const many = Array.from({ length: 1_203 }, () => newCharge(creator, { provider: 'sandbox', capturedAt }));
  await db.transact((tx) => recordCharges(tx, many));
  const { id } = await reconciliations.start(by, { ...MARCH, since: '2026-05-10', until: '2026-05-10' });
  await payments.settle();
  expect(await reconciliations.find(id)).toMatchObject({ listed: 0, booked: 1_203, differences: 1_203 });
  const first = await reconciliations.differencesOf(id, undefined);
  expect(first.items).toHaveLength(25);
  expect(first.next).not.toBeNull();
});

it('makes one report at a time, says why it failed, and starts from the beginning when it is repeated', async () => {
  const { id } = await reconciliations.start(by, MARCH);
  await expect(reconciliations.start(by, MARCH)).rejects.toMatchObject({ code: 'reconciliation_running' });
  await payments.sandbox.backOffice.setOutage(true);
  expect(await queue.runAll()).toHaveLength(1);
  expect(await reconciliations.find(id)).toMatchObject({
    status: 'failed',
    error: 'Listing payments: the sandbox is set to be down',
  });
  await payments.sandbox.backOffice.setOutage(false);
  await payments.settle();
  const repeated = await reconciliations.find(id);
  expect(repeated).toMatchObject({ status: 'completed', error: null });
  expect(repeated.listed).toBe((await compared()).report.listed);
});

it('lets the retry of a report wait while another report is being made, and completes it afterwards', async () => {
  const { id } = await reconciliations.start(by, MARCH);
  await payments.sandbox.backOffice.setOutage(true);
  await queue.runAll();
  await payments.sandbox.backOffice.setOutage(false);
  const other = await reconciliations.start(by, MARCH);
  const [retry] = await queue.waiting('money.reconcile');
  await expect(queue.run(retry ?? expect.fail())).rejects.toMatchObject({ code: 'reconciliation_running' });
  expect(await reconciliations.find(id)).toMatchObject({
    status: 'failed',
    error: 'A report on this payment provider is being made. Wait until it is complete.',
  });
  await payments.settle();
  expect(await reconciliations.find(id)).toMatchObject({ status: 'completed', error: null });
  expect(await reconciliations.find(other.id)).toMatchObject({ status: 'completed', error: null });
});

it('purges a report with its differences a year after its request, when the next one is made', async () => {
  const { report } = await compared();
  await db.pool.query(
    "update reconciliations set created_at = created_at - interval '366 days' where id = $1",
    [report.id],
  );
  await compared();
  await expect(reconciliations.find(report.id)).rejects.toMatchObject({ code: 'reconciliation_not_found' });
});

it('refuses a report about a provider that is not set up', async () => {
  await expect(reconciliations.start(by, { ...MARCH, provider: 'stripe' })).rejects.toMatchObject({
    code: 'reconciliation_without_provider',
  });
});
