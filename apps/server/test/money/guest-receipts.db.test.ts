import { type DonationCheckout, RECEIPT_EMAIL_DAYS } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import { beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#platform/durations.ts';
import type { Mail } from '#platform/mail/index.ts';
import { guestReceiptMails } from '../../src/features/payouts/billing/guest-receipts.jobs.ts';
import { createPaymentsFixture } from '../support/payments/payments-fixture.ts';
import { runRepeatedJobs } from '../support/repeated-jobs.ts';

const { db, people, queue, notified, rows, donation, start, advance } = await createPaymentsFixture();
const payments = start();
const mails: Mail[] = [];
queue.register([
  guestReceiptMails({
    db,
    issuer: async () => 'River Live\n1 Harbor Road',
    instanceName: () => 'River',
    publicUrl: 'https://live.example.org',
    mailer: { send: async (mail) => void mails.push(mail) },
  }),
]);
beforeEach(() => {
  notified.length = 0;
  mails.length = 0;
});

const GUEST = { guestName: 'Ann', receiptEmail: 'ann@example.org' };

async function open(more: Partial<DonationCheckout>, payerId: UserId | null = null) {
  const { id } = await payments.donate(donation(await people.streamer(), more), payerId);
  return id;
}

async function pay(id: string): Promise<void> {
  await payments.approve(id);
  await payments.settle();
}

const addressOf = async (id: string) =>
  (await rows('checkouts')).find((checkout) => checkout.id === id)?.receipt_email;
const givenName = async () => (await rows('donations')).at(-1)?.guest_name;

it('marks a guest as such, and mails the receipt once the donation is paid', async () => {
  const id = await open(GUEST);
  await payments.settle();
  expect(mails).toEqual([]);
  expect(await addressOf(id)).toBe('ann@example.org');
  await pay(id);
  expect(await givenName()).toBe('Ann');
  expect(notified).toMatchObject([{ title: 'Ann (guest) donated $15.00' }]);
  expect(mails).toMatchObject([
    { to: 'ann@example.org', purpose: 'receipt', subject: 'Your receipt from River' },
  ]);
  const [text] = mails.map((mail) => mail.text);
  expect(text).toMatch(
    /^Donation to .+: \$15\.00 \(test money\)\n\nReceipt: 2026-\d{5}\nPaid on: 2026-03-01 \(UTC\)\n/,
  );
  expect(text).toContain('Issued by: River Live, 1 Harbor Road');
  // Otherwise a payer could send their text to a stranger.
  expect(text).not.toMatch(/Ann|Thank you/);
  expect(await addressOf(id)).toBeNull();
});

it('mails nothing for an unpaid donation, and removes the address of a receipt that was never sent', async () => {
  const id = await open(GUEST);
  await payments.checkouts.cancel(id, { userId: null, hasCookie: true });
  await payments.settle();
  expect(mails).toEqual([]);
  const purge = () => runRepeatedJobs(payments, 'money.purge-expired');
  advance((RECEIPT_EMAIL_DAYS - 1) * DAY_MS);
  await purge();
  expect(await addressOf(id)).toBe('ann@example.org');
  advance(2 * DAY_MS);
  await purge();
  expect(await addressOf(id)).toBeNull();
});

it('mails no receipt without an address, and keeps neither name nor address of an account or an anonymous donor', async () => {
  await pay(await open({}));
  expect(notified).toMatchObject([{ title: 'Guest donated $15.00' }]);
  const own = await open(GUEST, await people.person());
  expect(await addressOf(own)).toBeNull();
  await pay(own);
  expect(await givenName()).toBeNull();
  expect(mails).toEqual([]);
  await pay(await open({ ...GUEST, isAnonymous: true }));
  expect(await givenName()).toBeNull();
  expect(mails).toHaveLength(1);
});

it('refuses addresses for receipts beyond 30 an hour from one network, and accepts donations without an address', async () => {
  const attempts = Array.from({ length: 30 }, (_, index) =>
    open({ receiptEmail: `ann${index}@example.org` }),
  );
  await Promise.all(attempts).catch(() => undefined);
  await expect(open(GUEST)).rejects.toMatchObject({
    code: 'too_many_receipts',
    errors: [{ pointer: '/receiptEmail' }],
  });
  await expect(open({ guestName: 'Ann' })).resolves.toBeTypeOf('string');
});

it('returns the payer to the page that they came from', async () => {
  const id = await open({ from: '/s/coral/live?t=90' });
  const checkout = (await rows('checkouts')).find((row) => row.id === id);
  expect(checkout?.status_path).toMatch(/\/billing\/checkout\?creator=.+&from=%2Fs%2Fcoral%2Flive%3Ft%3D90$/);
});

it('writes the receipt in the language of the request that asked for it', async () => {
  const body = donation(await people.streamer(), GUEST);
  const { id } = await payments.open(body, { userId: null, network: '192.0.2.1', language: 'de' });
  await pay(id);
  expect(mails).toMatchObject([{ language: 'de', subject: 'Dein Beleg von River' }]);
  expect(mails[0]?.text).toMatch(/^Bezahlt am: 1\. \p{L}+ 2026 \(UTC\)$/mu);
  const checkout = (await rows('checkouts')).find((one) => one.id === id);
  expect(checkout).toMatchObject({ receipt_email: null, receipt_language: null });
});
