/** Payment pages of test money that are still open when an instance begins to take real money. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createPaymentsFixture } from '../../../test/support/payments/payments-fixture.ts';
import { traitsOf } from '../../../test/support/payments/provider-traits.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { defineProvider } from './providers/provider-definition.ts';

const fixture = await createPaymentsFixture();
const { people, rows, donation } = fixture;
const payments = fixture.start();

/** A provider that takes real money as the sandbox takes test money. */
const live = defineProvider(traitsOf('stripe'), { secretKey: z.string() }, async () => {
  const provider: PaymentProvider = { ...payments.sandbox.provider, name: 'stripe', isTest: false };
  return provider;
});

it('books no test money once a page for real money is open, so that the real payment can be booked', async () => {
  const creator = await people.streamer();
  const test = await payments.donate(donation(creator));
  const real = fixture.start({ definitions: [live], variables: { STRIPE_SECRET_KEY: 'x' } });
  const opened = await real.donate(donation(creator));
  await payments.approve(test.id);
  await payments.settle();
  expect(await payments.checkouts.state(test.id, { userId: null, hasCookie: true })).toMatchObject({
    status: 'failed',
    isTest: true,
    reason: 'This instance takes real payments now. Nothing was charged, so start again.',
  });
  expect(await rows('charges')).toEqual([]);
  await payments.approve(opened.id);
  fixture.advance(3_000);
  const holder = { userId: null, hasCookie: true };
  expect(await real.checkouts.state(opened.id, holder)).toMatchObject({ status: 'paid', isTest: false });
  expect(await rows('charges')).toMatchObject([{ checkout_id: opened.id, is_test: false }]);
});
