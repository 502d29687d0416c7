import { expect, it } from 'vitest';
import { textOf } from '../../../../test/support/markup.tsx';
import { MoneyTasks } from './money-tasks.tsx';

type Listed = { items: object[]; next: string | null };

const tasksOf = (lists: { disputes?: Listed; payouts?: Listed; refunds?: Listed; webhooks?: Listed }) => {
  const none: Listed = { items: [], next: null };
  const { disputes = none, payouts = none, refunds = none, webhooks = none } = lists;
  return textOf(<MoneyTasks />, [
    [['GET /api/admin/disputes', { query: { status: 'open' } }], disputes],
    [['GET /api/admin/payouts', { query: { status: 'pending' } }], payouts],
    [['GET /api/admin/refunds', { query: { status: 'pending' } }], refunds],
    [['GET /api/admin/payment-events', { query: { status: 'failed' } }], webhooks],
  ]);
};

it('counts the disputes without evidence, the bank transfers, and the failing refunds and webhooks', async () => {
  const text = await tasksOf({
    disputes: { items: [{ evidenceSubmittedAt: null }, { evidenceSubmittedAt: '2026-11-20' }], next: null },
    payouts: { items: [{ sender: null }, { sender: 'manual' }, { sender: 'stripe' }], next: 'more' },
    refunds: { items: [{ lastError: null }, { lastError: 'The balance is too low.' }], next: null },
    webhooks: { items: [{}, {}], next: null },
  });
  expect(text).toBe(
    '1 dispute to answer At least 2 bank transfers to make 1 failing refund 2 failed webhooks',
  );
});

it('says so if no task waits', async () => {
  expect(await tasksOf({})).toBe('All caught up: nothing to answer, to send or to repair.');
});
