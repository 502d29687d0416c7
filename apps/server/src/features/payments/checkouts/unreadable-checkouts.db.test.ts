/** Checkouts whose provider can no longer be asked, because its keys were removed or belong to another account now. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createPaymentsFixture } from '../../../../test/support/payments/payments-fixture.ts';
import { traitsOf } from '../../../../test/support/payments/provider-traits.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { ProviderRefused } from '../providers/provider.errors.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { defineProvider } from '../providers/provider-definition.ts';

const fixture = await createPaymentsFixture();
const { people, donation, rows } = fixture;
const holder = { userId: null, hasCookie: true };
const { sandbox } = fixture.start();

/** The sandbox under another name, with the keys `x`. */
const startWith = (more: Partial<PaymentProvider>) =>
  fixture.start({
    definitions: [
      defineProvider(traitsOf('stripe'), { secretKey: z.string() }, async () => ({
        ...sandbox.provider,
        name: 'stripe',
        ...more,
      })),
    ],
    variables: { STRIPE_SECRET_KEY: 'x' },
  });

const sweep = (payments: ReturnType<typeof fixture.start>) =>
  payments.checkouts.sweep(new AbortController().signal);

it('closes a checkout that its provider can no longer read as expired, a day after its end', async () => {
  const { id } = await startWith({}).donate(donation(await people.streamer()));
  const without = fixture.start();
  fixture.advance(DAY_MS);
  await sweep(without);
  expect((await rows('checkouts')).find((row) => row.id === id)).toMatchObject({ status: 'open' });
  fixture.advance(31 * 60_000);
  await sweep(without);
  expect((await rows('checkouts')).find((row) => row.id === id)).toMatchObject({ status: 'expired' });
});

it('keeps a checkout that its provider refuses to read open for a day, and says that the provider cannot be reached', async () => {
  const { id } = await startWith({}).donate(donation(await people.streamer()));
  const refuses = () => Promise.reject(new ProviderRefused('There is no such session.'));
  const other = startWith({ readCheckout: refuses, closeCheckout: refuses });
  fixture.advance(3_000);
  const state = { status: 'open', isProviderReachable: false };
  expect(await other.checkouts.state(id, holder)).toMatchObject(state);
  fixture.advance(DAY_MS + 31 * 60_000);
  await sweep(other);
  expect(await other.checkouts.state(id, holder)).toMatchObject({ status: 'expired' });
});
