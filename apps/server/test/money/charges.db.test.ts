import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import { findCharge } from '../../src/features/payments/charges/charges.repo.ts';
import { earnTickets, releasePending } from '../../src/features/payments/charges/charges.service.ts';

import { holdingEnd } from '../../src/features/payments/charges/holding.ts';

import type { HeldBy } from '../../src/features/payments/providers/provider.ts';
import { balancesOf } from '../../src/features/payouts/balance.repo.ts';
import { requestPayout, settlePayout } from '../../src/features/payouts/payout-requests.service.ts';
import { createMoneyFixture, newCharge } from '../support/money-fixture.ts';
import {
  openDispute,
  recordCharge,
  recordProviderRefund,
  requestRefund,
  reverseCharge,
  settleDispute,
  settleRefund,
} from '../support/payments/charges.ts';

const { db, channels, account, announce, sell, charge, donate, expectBalance } = await createMoneyFixture();
const AT = new Date('2026-11-21T12:00:00Z');

afterEach(expectBalance);

const balances = (creator: UserId) => db.read((reader) => balancesOf(reader, creator));
const stored = async (id: string) => (await db.read((reader) => findCharge(reader, id))) ?? expect.fail(id);
const totals = async (creator: UserId) => (await channels.streamerDataOf(creator))?.totalEarnings;

/** The sums of the entries for a subject, by the kind of account. */
async function entriesOf(subjectId: string): Promise<Record<string, number>> {
  const { rows } = await db.pool.query<{ kind: string; sum: number }>(
    `select a.kind, sum(e.amount)::bigint as sum from ledger_entries e join ledger_accounts a on a.id = e.account_id
       join ledger_transactions t on t.id = e.transaction_id where t.subject_id = $1 group by 1 having sum(e.amount) <> 0`,
    [subjectId],
  );
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]));
}

const refund = (chargeId: string, amountCents: number, id = uuidv7()) =>
  db.transact((tx) =>
    requestRefund(tx, { id, chargeId, amountCents, reason: '', requestedBy: null, at: AT }),
  );
const settle = (id: string, status: 'succeeded' | 'failed') =>
  db.transact((tx) => settleRefund(tx, { id, providerRefundId: `re_${id}`, status, at: AT }));
const dispute = (chargeId: string, amountCents: number, providerDisputeId = uuidv7()) =>
  db.transact((tx) =>
    openDispute(tx, {
      id: uuidv7(),
      chargeId,
      providerDisputeId,
      amountCents,
      reason: 'fraudulent',
      evidenceDueAt: null,
      at: AT,
    }),
  );

describe('a captured charge', () => {
  it.each<[HeldBy, Record<string, number>]>([
    ['platform', { provider_clearing: -1000, platform_fees: 100, creator_available: 900 }],
    ['creator_net', { provider_clearing: -1000, platform_fees: 100, creator_received: 900 }],
    [
      'creator_gross',
      { provider_clearing: -1000, platform_fees: 100, creator_received: 1000, creator_available: -100 },
    ],
  ])('held as %s is booked once, and a full refund books it back', async (heldBy, entries) => {
    const { id: creator } = await account('streamer');
    const paid = newCharge(creator, { heldBy });
    for (const id of [paid.id, paid.id, uuidv7()])
      expect(await db.transact((tx) => recordCharge(tx, { ...paid, id }))).toMatchObject({ id: paid.id });
    expect(await entriesOf(paid.id)).toEqual(entries);
    expect(await totals(creator)).toBe(900);
    const { id } = await refund(paid.id, 1000);
    await settle(id, 'succeeded');
    expect(await entriesOf(paid.id)).toEqual({});
    expect(await totals(creator)).toBe(0);
  });

  it('is refused if its payment was recorded with another amount', async () => {
    const { id: creator } = await account('streamer');
    const paid = await charge(creator);
    await expect(db.transact((tx) => recordCharge(tx, { ...paid, grossCents: 1001 }))).rejects.toMatchObject({
      code: 'charge_conflict',
      message: expect.stringContaining('with grossCents 1000, not 1001'),
    });
  });

  it('becomes available when its holding period is over', async () => {
    const { id: creator } = await account('streamer');
    await charge(creator, { availableAt: new Date('2026-11-27T10:00:00Z') });
    expect(await balances(creator)).toMatchObject({ pendingCents: 900, availableCents: 0 });
    const release = (at: string) => db.transact((tx) => releasePending(tx, new Date(at)));
    expect(await release('2026-11-27T09:59:59Z')).toBe(0);
    expect(await release('2026-11-27T10:00:00Z')).toBe(1);
    expect(await release('2026-11-27T10:00:00Z')).toBe(0);
    expect(await balances(creator)).toMatchObject({ pendingCents: 0, availableCents: 900 });
  });

  it('for a ticket counts as revenue at once, as earned when its event has ended, and is available after its holding period', async () => {
    const { id: creator } = await account('streamer');
    const event = await announce(creator);
    await sell(creator, event, 3);
    const revenue = async () =>
      (
        await db.pool.query(
          'select total_revenue_cents, platform_commission_cents from ppv_events where id = $1',
          [event],
        )
      ).rows[0];
    expect(await revenue()).toEqual({ total_revenue_cents: 1500, platform_commission_cents: 150 });
    expect([await totals(creator), await balances(creator)]).toMatchObject([0, { pendingCents: 1350 }]);
    const release = (at: Date) => db.transact((tx) => releasePending(tx, at));
    const heldUntil = holdingEnd(new Date('2026-11-20T10:00:00Z'));
    expect(await release(heldUntil)).toBe(0);
    for (const _ of [1, 2]) await db.transact((tx) => earnTickets(tx, { eventId: event, at: AT }));
    expect(await release(new Date(heldUntil.getTime() - 1))).toBe(0);
    expect([await totals(creator), await balances(creator)]).toMatchObject([1350, { pendingCents: 1350 }]);
    expect(await release(heldUntil)).toBe(3);
    expect([await totals(creator), await balances(creator)]).toMatchObject([1350, { availableCents: 1350 }]);
  });

  it('is taken back once by a reversal, less what was refunded before', async () => {
    const { id: creator } = await account('streamer');
    const { id } = await charge(creator);
    const pending = await refund(id, 300);
    for (const _ of [1, 2]) await db.transact((tx) => reverseCharge(tx, { chargeId: id, at: AT }));
    expect(await stored(id)).toMatchObject({
      status: 'reversed',
      takenBackCents: 1000,
      returnedFeeCents: 100,
    });
    expect(await entriesOf(id)).toEqual({ provider_clearing: -300, refunds: 300 });
    // The refund can no longer be made, and the creator gets nothing back.
    await settle(pending.id, 'failed');
    expect(await entriesOf(id)).toEqual({});
  });
});

it('replaces requests that were not sent by a refund at the provider that leaves too little for them', async () => {
  const { id: creator } = await account('streamer');
  const { id } = await charge(creator);
  const request = await refund(id, 300);
  const report = { chargeId: id, requestId: null, status: 'succeeded', at: AT } as const;
  for (const [providerRefundId, amountCents] of [
    ['a part', 700],
    ['the rest', 300],
    ['the rest', 300],
  ] as const)
    await db.transact((tx) =>
      recordProviderRefund(tx, { ...report, id: uuidv7(), providerRefundId, amountCents }),
    );
  const { rows } = await db.pool.query('select id, amount_cents, status from refunds where charge_id = $1', [
    id,
  ]);
  expect(rows).toHaveLength(3);
  expect(rows).toContainEqual({ id: request.id, amount_cents: 300, status: 'failed' });
  expect(await stored(id)).toMatchObject({ refundedCents: 1000, status: 'refunded' });
  expect(await entriesOf(id)).toEqual({});
});

it('ignores a refund at the provider that failed before it was known', async () => {
  const { id: creator } = await account('streamer');
  const { id } = await charge(creator);
  const request = await refund(id, 600);
  const report = { chargeId: id, requestId: null, status: 'failed', at: AT } as const;
  await db.transact((tx) =>
    recordProviderRefund(tx, { ...report, id: uuidv7(), providerRefundId: 'failed', amountCents: 500 }),
  );
  const { rows } = await db.pool.query('select id, status from refunds where charge_id = $1', [id]);
  expect(rows).toEqual([{ id: request.id, status: 'pending' }]);
});

it('withholds a dispute in place of refunds that were requested and not sent', async () => {
  const { id: creator } = await account('streamer');
  const { id } = await charge(creator);
  const request = await refund(id, 300);
  await dispute(id, 1000);
  const { rows } = await db.pool.query('select id, status from refunds where charge_id = $1', [id]);
  expect(rows).toEqual([{ id: request.id, status: 'failed' }]);
  expect(await stored(id)).toMatchObject({ refundedCents: 0, disputedCents: 1000 });
});

describe('a refund that the creator sends', () => {
  const refundsOf = async (chargeId: string) =>
    (
      await db.pool.query(
        'select amount_cents as amount, status from refunds where charge_id = $1 order by status desc, id',
        [chargeId],
      )
    ).rows;
  const sent = (chargeId: string, amountCents: number, transaction = uuidv7()) =>
    db.transact((tx) =>
      recordProviderRefund(tx, {
        id: uuidv7(),
        chargeId,
        providerRefundId: transaction,
        requestId: null,
        byCreator: true,
        amountCents,
        status: 'succeeded',
        at: AT,
      }),
    );

  it('counts toward requested refunds, and leaves the rest to be sent', async () => {
    const { id: creator } = await account('streamer');
    const { id } = await charge(creator, { heldBy: 'creator_gross' });
    await refund(id, 1000);
    for (const _ of [1, 2]) await sent(id, 400, `transaction of ${id}`);
    expect(await refundsOf(id)).toEqual([
      { amount: 400, status: 'succeeded' },
      { amount: 600, status: 'pending' },
    ]);
    await sent(id, 600);
    expect(await entriesOf(id)).toEqual({});
  });

  it('pays several requested refunds at once, and also counts the amount beyond them', async () => {
    const { id: creator } = await account('streamer');
    const { id } = await charge(creator, { heldBy: 'creator_gross' });
    for (const amount of [300, 200]) await refund(id, amount);
    await sent(id, 400);
    expect(await refundsOf(id)).toEqual([
      { amount: 400, status: 'succeeded' },
      { amount: 100, status: 'pending' },
    ]);
    await sent(id, 250);
    expect(await refundsOf(id)).toEqual([
      { amount: 400, status: 'succeeded' },
      { amount: 250, status: 'succeeded' },
    ]);
    expect(await stored(id)).toMatchObject({ refundedCents: 650, status: 'partially_refunded' });
  });

  it('counts even if no refund was requested', async () => {
    const { id: creator } = await account('streamer');
    const { id } = await charge(creator, { heldBy: 'creator_gross' });
    await sent(id, 250);
    expect(await refundsOf(id)).toEqual([{ amount: 250, status: 'succeeded' }]);
  });
});

describe('a dispute of a payment that was refunded in part', () => {
  it.each(['won', 'lost'] as const)(
    'withholds the rest of the payment, and balances when it is %s',
    async (outcome) => {
      const { id: creator } = await account('streamer');
      const { id } = await charge(creator);
      await settle((await refund(id, 400)).id, 'succeeded');
      const opened = await dispute(id, 1000, `dispute of ${id}`);
      expect(opened).toMatchObject({ amountCents: 1000, withheldCents: 600 });
      expect(await dispute(id, 1000, `dispute of ${id}`)).toMatchObject({ id: opened.id });
      expect(await balances(creator)).toMatchObject({ availableCents: 0 });
      await db.transact((tx) => settleDispute(tx, { id: opened.id, status: outcome, at: AT }));
      expect(await balances(creator)).toMatchObject({ availableCents: outcome === 'won' ? 540 : 0 });
    },
  );

  it('withholds nothing from a payment that was refunded in full', async () => {
    const { id: creator } = await account('streamer');
    const { id } = await charge(creator);
    await settle((await refund(id, 1000)).id, 'succeeded');
    const { id: disputeId, withheldCents } = await dispute(id, 1000);
    await db.transact((tx) => settleDispute(tx, { id: disputeId, status: 'lost', at: AT }));
    expect([withheldCents, (await stored(id)).status]).toEqual([0, 'refunded']);
  });
});

describe('a refund', () => {
  it('returns the fee of the refunded share, and the whole fee in the end', async () => {
    const { id: creator } = await account('streamer');
    const { id } = await charge(creator, { grossCents: 999, feeCents: 99 });
    const seen = [];
    for (const amount of [1, 333, 332, 333]) {
      await settle((await refund(id, amount)).id, 'succeeded');
      const { refundedCents, returnedFeeCents, status } = await stored(id);
      seen.push([refundedCents, returnedFeeCents, status]);
    }
    expect(seen).toEqual([
      [1, 1, 'partially_refunded'],
      [334, 34, 'partially_refunded'],
      [666, 66, 'partially_refunded'],
      [999, 99, 'refunded'],
    ]);
  });

  it('cannot exceed the rest of the charge, even if several are requested at once', async () => {
    const { id: creator } = await account('streamer');
    const { id } = await charge(creator);
    const outcomes = await Promise.allSettled([600, 600, 600].map((amount) => refund(id, amount)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason : []));
    expect(refused).toMatchObject(
      Array(2).fill({ code: 'refund_too_large', capturedCents: 1000, refundedCents: 600 }),
    );
  });

  it('returns to the creator when it fails, from the balance that the charge is in by then', async () => {
    const { id: creator } = await account('streamer');
    const { id } = await charge(creator, { availableAt: new Date('2026-11-27T10:00:00Z') });
    const { id: refundId } = await refund(id, 400);
    expect(await balances(creator)).toMatchObject({ pendingCents: 540, availableCents: 0 });
    await db.transact((tx) => releasePending(tx, new Date('2026-11-28T00:00:00Z')));
    await settle(refundId, 'failed');
    await settle(refundId, 'failed');
    expect(await balances(creator)).toMatchObject({ pendingCents: 0, availableCents: 900 });
    await expect(settle(refundId, 'succeeded')).rejects.toMatchObject({ code: 'charge_conflict' });
  });

  it('is refused if it is repeated with another amount', async () => {
    const { id: creator } = await account('streamer');
    const { id } = await charge(creator);
    const first = await refund(id, 400);
    expect(await refund(id, 400, first.id)).toEqual(first);
    await expect(refund(id, 500, first.id)).rejects.toMatchObject({ code: 'charge_conflict' });
  });

  it('is recorded once when the provider reports it, requested here or at the provider, in either order', async () => {
    const { id: creator } = await account('streamer');
    const { id } = await charge(creator);
    const asked = await refund(id, 100);
    const report = (providerRefundId: string, requestId: string | null, status: 'pending' | 'succeeded') =>
      db.transact((tx) =>
        recordProviderRefund(tx, {
          id: uuidv7(),
          chargeId: id,
          providerRefundId,
          requestId,
          amountCents: 100,
          status,
          at: AT,
        }),
      );
    await report('re_1', asked.id, 'succeeded');
    await report('re_1', asked.id, 'succeeded');
    await report('re_2', null, 'pending');
    await report('re_2', null, 'succeeded');
    expect(await stored(id)).toMatchObject({ refundedCents: 200 });
    expect(await entriesOf(id)).toMatchObject({ provider_clearing: -800 });
  });

  it('changes the status of its donation, and its refunded amount', async () => {
    const { id: creator } = await account('streamer');
    const donation = await donate({ to: creator });
    const row = async () =>
      (
        await db.pool.query('select charge_id, status, refunded_amount from donations where id = $1', [
          donation,
        ])
      ).rows[0];
    const { charge_id: id } = await row();
    await refund(id, 400);
    expect(await row()).toMatchObject({ status: 'completed', refunded_amount: 400 });
    const { id: opened } = await dispute(id, 600);
    expect(await row()).toMatchObject({ status: 'disputed', refunded_amount: 400 });
    await db.transact((tx) => settleDispute(tx, { id: opened, status: 'won', at: AT }));
    await refund(id, 600);
    expect(await row()).toMatchObject({ status: 'refunded', refunded_amount: 1000 });
  });
});

describe('a dispute', () => {
  it('withholds its amount until it is won or lost, and can still be won after it was lost', async () => {
    const { id: creator } = await account('streamer');
    const { id } = await charge(creator);
    const opened = await dispute(id, 1000, 'dp_1');
    expect(await dispute(id, 1000, 'dp_1')).toEqual(opened);
    expect(await entriesOf(id)).toEqual({ provider_clearing: -1000, disputes: 1000 });
    const close = (status: 'won' | 'lost') =>
      db.transact((tx) => settleDispute(tx, { id: opened.id, status, at: AT }));
    await close('lost');
    await close('lost');
    expect([await entriesOf(id), await stored(id)]).toMatchObject([{}, { status: 'lost' }]);
    await close('won');
    expect(await stored(id)).toMatchObject({ status: 'captured', takenBackCents: 0 });
    await expect(close('lost')).rejects.toMatchObject({ code: 'charge_conflict' });
    expect(await balances(creator)).toMatchObject({ availableCents: 900 });
  });
});

describe('a payout', () => {
  const request = (streamerId: UserId, amountCents: number, month: number, id = uuidv7()) =>
    db.transact((tx) =>
      requestPayout(tx, {
        id,
        streamerId,
        amountCents,
        at: AT,
        periodStart: new Date(Date.UTC(2026, month, 1)),
        periodEnd: new Date(Date.UTC(2026, month + 1, 1)),
        dueAt: new Date('2026-12-31T00:00:00Z'),
      }).then(() => id),
    );
  const close = (id: string, status: 'completed' | 'failed') =>
    db.transact((tx) =>
      settlePayout(tx, { id, status, provider: null, reference: null, reason: null, at: AT }),
    );

  it('cannot exceed the available balance, even if several are requested at once', async () => {
    const { id: creator } = await account('streamer');
    await charge(creator);
    await charge(creator, { availableAt: new Date('2027-01-01T00:00:00Z') });
    const outcomes = await Promise.allSettled([0, 1, 2].map((month) => request(creator, 600, month)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason : []));
    expect(refused).toMatchObject(Array(2).fill({ code: 'payout_too_large', availableCents: 300 }));
    expect(await balances(creator)).toEqual({ pendingCents: 900, availableCents: 300, inTransitCents: 600 });
  });

  it('returns to the balance when it fails, even if the bank had accepted it', async () => {
    const { id: creator } = await account('streamer');
    await charge(creator);
    const id = await request(creator, 900, 1);
    await request(creator, 900, 1, id);
    await close(id, 'completed');
    await close(id, 'completed');
    expect(await entriesOf(id)).toEqual({ provider_clearing: 900, creator_available: -900 });
    await close(id, 'failed');
    expect([await entriesOf(id), await balances(creator)]).toMatchObject([{}, { availableCents: 900 }]);
    await expect(close(id, 'completed')).rejects.toMatchObject({ code: 'payout_conflict' });
    await expect(request(creator, 899, 1, id)).rejects.toMatchObject({ code: 'payout_conflict' });
  });
});
