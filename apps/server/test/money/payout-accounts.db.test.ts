import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import type { Notify } from '#platform/notifications/index.ts';
import { recordCharge } from '../../src/features/payments/charges/charges.service.ts';
import { notificationsOfAdmins } from '../../src/features/payments/notify-admins.jobs.ts';
import type { PaymentProvider, ProviderName } from '../../src/features/payments/providers/provider.ts';
import { createPayoutAccounts } from '../../src/features/payouts/accounts/payout-accounts.service.ts';
import { linkAccount, startAccount } from '../../src/features/payouts/accounts/provider-accounts.repo.ts';
import { payoutOpeningJobs } from '../../src/features/payouts/openings/payout-openings.jobs.ts';
import { createPayoutOpenings } from '../../src/features/payouts/openings/payout-openings.service.ts';
import { inEnglish } from '../support/in-english.ts';
import { newCharge } from '../support/money-fixture.ts';
import { createPaymentsFixture } from '../support/payments/payments-fixture.ts';

const fixture = await createPaymentsFixture();
const { db, people, now, advance, queue, notified, rows } = fixture;
const payments = fixture.start();
const backOffice = payments.sandbox.backOffice;
const about = { ...payments, db, jobs: queue.jobs, now };
const openings = createPayoutOpenings(about);
const emailOf = async () => 'ada@example.org';
const publicUrl = 'https://live.example.org';
const accounts = createPayoutAccounts({ ...about, emailOf, publicUrl });
const admin = await people.person();
const notifications = {
  notify: async (_tx: unknown, notification: Notify) => void notified.push(inEnglish(notification)),
};
const users = { withRole: async () => [{ id: admin }] } as never;
queue.register([...payoutOpeningJobs(openings), notificationsOfAdmins({ db, users, notifications })]);

async function creatorWith(availableCents: number): Promise<UserId> {
  const id = await people.streamer();
  const charge = newCharge(id, { grossCents: availableCents, feeCents: 0, capturedAt: now() });
  await db.transact((tx) => recordCharge(tx, charge));
  advance(1000);
  return id;
}

const payoutsOf = async (id: UserId) =>
  (await rows('payouts'))
    .filter(({ streamer_id }) => streamer_id === id)
    .map(({ amount, provider, account }) => ({ amount, provider, account }));

async function onboard(creator: UserId): Promise<string> {
  const { url } = await accounts.onboard(creator, 'sandbox');
  const account = url.split('/').at(-1) ?? '';
  await backOffice.completeOnboarding(account);
  await payments.settle();
  return account;
}

beforeEach(() => {
  notified.length = 0;
});

it('opens an account only in a country to which the provider pays, if it needs a country', async () => {
  const { payouts } = payments.sandbox.provider;
  const asked: unknown[] = [];
  const abroad = {
    ...payments.sandbox.provider,
    payouts: {
      ...payouts,
      countries: async () => ['DE', 'US'],
      onboard: async (request: { country?: string }) => {
        asked.push(request.country);
        return { account: 'acct_1', url: 'https://connect.stripe.test/setup' };
      },
    },
  } as PaymentProvider;
  const providers = { available: async () => [abroad], find: async () => abroad };
  const service = createPayoutAccounts({ ...about, providers, emailOf, publicUrl });
  const creator = await people.streamer();
  expect(await service.of(creator)).toMatchObject([{ state: 'none', countries: ['DE', 'US'] }]);
  for (const country of [null, 'JP']) {
    await expect(service.onboard(creator, 'sandbox', country)).rejects.toMatchObject({
      code: 'payout_country_unsupported',
    });
  }
  await service.onboard(creator, 'sandbox', 'DE');
  // The account keeps its country.
  await service.onboard(creator, 'sandbox', null);
  expect(asked).toEqual(['DE', undefined]);
});

it('pays the balance that has waited for an account once', async () => {
  const creator = await creatorWith(5000);
  const account = await onboard(creator);
  expect(await payoutsOf(creator)).toEqual([]);
  await fixture.endWaitingTimes();
  for (const _ of [1, 2]) await openings.payAvailable(creator);
  expect(await payoutsOf(creator)).toEqual([{ amount: 5000, provider: 'sandbox', account }]);
  await accounts.of(creator);
  await payments.settle();
  expect(await payoutsOf(creator)).toHaveLength(1);
  await fixture.expectBalanced();
});

it('leaves less than the smallest payout in the balance', async () => {
  const creator = await creatorWith(999);
  await onboard(creator);
  await fixture.endWaitingTimes();
  await openings.payAvailable(creator);
  expect(await payoutsOf(creator)).toEqual([]);
});

it('notifies admins once of a withdrawal that they have to send', async () => {
  const creator = await creatorWith(5000);
  const id = uuidv7();
  await openings.withdraw(creator, id, 3000);
  await payments.settle();
  expect(notified).toEqual([
    expect.objectContaining({
      userId: admin,
      title: 'Send a payout of $30.00',
      dedupeKey: `payout:${id}:requested`,
    }),
  ]);
});

it('sends payouts to the account that the creator has chosen among several', async () => {
  const names = ['stripe', 'paypal'] as const;
  const available = async () => names.map((name) => ({ name, payouts: {} })) as unknown as PaymentProvider[];
  const senders = async () => [...names];
  const several = { ...about, providers: { ...payments.providers, available, senders } };
  const [choices, withdrawals] = [
    createPayoutAccounts({ ...several, emailOf, publicUrl }),
    createPayoutOpenings(several),
  ];
  const creator = await creatorWith(9000);
  const link = (provider: ProviderName) =>
    db.transact((tx) =>
      linkAccount(tx, creator, {
        provider,
        account: `of ${provider}`,
        isReady: true,
        requirements: [],
        asOf: now(),
      }),
    );
  const used = async () =>
    (await choices.of(creator)).filter(({ isUsed }) => isUsed).map(({ provider }) => provider);
  const withdrawnTo = async () => {
    advance(1000);
    await withdrawals.withdraw(creator, uuidv7(), 1000);
    return (await payoutsOf(creator)).at(-1)?.account;
  };
  await link('stripe');
  await db.transact((tx) =>
    startAccount(tx, creator, { provider: 'paypal', account: 'of paypal', asOf: now() }),
  );
  await expect(choices.choose(creator, 'paypal')).rejects.toMatchObject({ code: 'payout_account_not_ready' });
  await link('paypal');
  expect([await used(), await withdrawnTo()]).toEqual([['stripe'], 'of stripe']);
  await choices.choose(creator, 'paypal');
  expect([await used(), await withdrawnTo()]).toEqual([['paypal'], 'of paypal']);
  await choices.choose(creator, 'stripe');
  expect([await used(), await withdrawnTo()]).toEqual([['stripe'], 'of stripe']);
  await choices.choose(creator, 'paypal');
  await choices.unlink(creator, 'paypal');
  expect([await used(), await withdrawnTo()]).toEqual([['stripe'], 'of stripe']);
});
