import { expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError } from '#platform/config-error.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { newCharge } from '../../../../test/support/money-fixture.ts';
import { moneyOptions } from '../../../../test/support/payments/money-options.ts';
import { traitsOf } from '../../../../test/support/payments/provider-traits.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { recordCharge } from '../charges/charges.service.ts';
import { findMoneyMode } from '../charges/money-mode.repo.ts';
import { paypalDefinition } from './paypal/paypal-definition.ts';
import type { PaymentProvider } from './provider.ts';
import { defineProvider } from './provider-definition.ts';
import { createProviders, type ProvidersOptions } from './providers.ts';

const db = await createTestDatabase();
const people = createPeopleFixture(db);
const admin = { userId: await people.person(), requestId: 'r', addressHash: null };
const SECRET = 'sk_live_0123456789';

const provider = (name: PaymentProvider['name'], more: Partial<PaymentProvider> = {}): PaymentProvider => ({
  name,
  isTest: name === 'sandbox',
  refundsBy: 'provider',
  openCheckout: async () => ({ reference: 'r', redirectUrl: '/' }),
  closeCheckout: async () => [],
  readCheckout: async () => [],
  refund: async () => [],
  testConnection: async () => `Connected to ${name}.`,
  async *listPayments() {},
  ...more,
});

const created: { keys: unknown; currency: string }[] = [];
let closed = 0;
const stripe = defineProvider(
  traitsOf('stripe', {
    label: 'Stripe',
    webhooks: [{ sender: 'Your account', events: ['charge.refunded'] }],
  }),
  {
    secretKey: z.string().min(10).meta({ title: 'Secret key', description: 'Starts with sk_.' }),
    account: z.string().optional(),
  },
  async (keys, { currency }) => {
    created.push({ keys, currency });
    return provider('stripe', { close: () => void closed++ });
  },
);
/** A later version that refuses the keys of the provider above. */
const stricter = defineProvider(traitsOf('stripe'), { secretKey: z.string().min(100) }, async () =>
  provider('stripe'),
);

const paypal = defineProvider(traitsOf('paypal'), { clientId: z.string() }, async () => provider('paypal'));

const start = (more: Partial<ProvidersOptions> = {}) =>
  createProviders({
    ...moneyOptions(db),
    sandbox: provider('sandbox'),
    definitions: [stripe],
    moneyMode: () => (more.db ?? db).read(findMoneyMode),
    now: () => new Date('2026-03-01T12:00:00Z'),
    ...more,
  });

const nameFor = async (providers: ReturnType<typeof start>) => (await providers.forMethod('stripe'))?.name;

it('uses the sandbox for every method until a provider has keys, and then not at all', async () => {
  const providers = start();
  expect(await nameFor(providers)).toBe('sandbox');
  expect((await providers.forMethod('paypal'))?.name).toBe('sandbox');
  await providers.setKeys(admin, 'stripe', { secretKey: SECRET });
  expect(await nameFor(providers)).toBe('stripe');
  expect(await providers.forMethod('paypal')).toBeNull();
  await providers.removeKeys(admin, 'stripe');
  expect(await nameFor(providers)).toBe('sandbox');
});

it('offers no test money beside a provider whose keys cannot be used, and offers the other providers', async () => {
  const providers = start();
  await providers.setKeys(admin, 'stripe', { secretKey: SECRET });
  expect(await start({ definitions: [stricter] }).available()).toEqual([]);
  const both = start({ definitions: [stricter, paypal], variables: { PAYPAL_CLIENT_ID: 'x' } });
  expect((await both.available()).map(({ name }) => name)).toEqual(['paypal']);
  await providers.removeKeys(admin, 'stripe');
});

it('offers nothing on an instance that takes real money only and has no keys', async () => {
  expect(await start({ sandbox: null }).forMethod('stripe')).toBeNull();
});

it('stores keys encrypted, returns them to no caller, and names them in the audit log without their values', async () => {
  const providers = start();
  await providers.setKeys(admin, 'stripe', { secretKey: SECRET });
  const stored = await db.pool.query('select * from provider_keys');
  const logged = await db.pool.query('select * from audit_log');
  expect(stored.rows).toHaveLength(1);
  expect(JSON.stringify([stored.rows, logged.rows, await providers.statuses()])).not.toContain(SECRET);
  expect(await providers.statuses()).toContainEqual(
    expect.objectContaining({ name: 'stripe', keysFrom: 'admin', isTest: false }),
  );
  await providers.removeKeys(admin, 'stripe');
});

it('says which keys a provider needs, and which webhooks, before it has any', async () => {
  expect(await start().statuses()).toContainEqual({
    name: 'stripe',
    label: 'Stripe',
    summary: 'A provider of a test.',
    proratesSubscriptions: true,
    isTest: null,
    keysFrom: null,
    fields: [
      { name: 'secretKey', label: 'Secret key', hint: 'Starts with sk_.', isRequired: true },
      { name: 'account', label: 'account', hint: null, isRequired: false },
    ],
    webhookUrl: 'https://live.example.org/api/webhooks/stripe',
    webhooks: [{ sender: 'Your account', events: ['charge.refunded'] }],
  });
});

it('keeps the other providers working if stored keys cannot be decrypted, and offers no test money', async () => {
  await start().setKeys(admin, 'stripe', { secretKey: SECRET });
  const variables = { PAYPAL_CLIENT_ID: 'x' };
  const secret = 'another secret than the keys were sealed under';
  const restored = start({ secret, definitions: [stripe, paypal], variables });
  expect((await restored.available()).map(({ name }) => name)).toEqual(['paypal']);
  expect(await restored.find('stripe')).toBeNull();
  expect(await restored.statuses()).toContainEqual(
    expect.objectContaining({ name: 'stripe', keysFrom: 'admin', isTest: null }),
  );
  expect(await start({ secret }).available()).toEqual([]);
  await restored.setKeys(admin, 'stripe', { secretKey: SECRET });
  expect((await restored.forMethod('stripe'))?.name).toBe('stripe');
  await restored.removeKeys(admin, 'stripe');
});

it('creates a provider again when another process has changed its keys, or an admin the currency', async () => {
  const [one, other] = [start(), start()];
  created.length = 0;
  await one.setKeys(admin, 'stripe', { secretKey: SECRET });
  await nameFor(one);
  await nameFor(one);
  await other.setKeys(admin, 'stripe', { secretKey: `${SECRET}-new` });
  closed = 0;
  await nameFor(one);
  expect(closed).toBe(1);
  await db.pool.query("update instance_settings set currency = 'EUR'");
  await nameFor(one);
  expect(created.at(-1)).toEqual({ keys: { secretKey: `${SECRET}-new` }, currency: 'EUR' });
  await db.pool.query("update instance_settings set currency = 'USD'");
  await one.removeKeys(admin, 'stripe');
});

it('refuses keys that are missing, unknown or invalid, and names them', async () => {
  const providers = start();
  await expect(providers.setKeys(admin, 'stripe', { secretKey: 'short' })).rejects.toMatchObject({
    code: 'provider_keys_invalid',
    errors: [{ pointer: '/keys/secretKey' }],
  });
  await expect(providers.setKeys(admin, 'stripe', { publicKey: SECRET })).rejects.toMatchObject({
    code: 'provider_keys_invalid',
  });
  await expect(providers.setKeys(admin, 'paypal', { secretKey: SECRET })).rejects.toMatchObject({
    code: 'provider_unknown',
  });
});

it('reads keys from environment variables named after provider and key, and refuses incomplete or invalid ones without showing them', () => {
  const { keysIn } = paypalDefinition;
  const variables = {
    PAYPAL_CLIENT_ID: 'client-of-ours',
    PAYPAL_CLIENT_SECRET: 'very-secret',
    PAYPAL_WEBHOOK_ID: ' 0123456789 ',
    PAYPAL_ENVIRONMENT: 'live',
  };
  expect(keysIn({ PATH: '/bin' })).toBeNull();
  expect(keysIn(variables)).toEqual({
    clientId: 'client-of-ours',
    clientSecret: 'very-secret',
    webhookId: '0123456789',
    environment: 'live',
  });
  const start = (more: object) => () => keysIn({ ...variables, ...more });
  const all =
    'PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID, PAYPAL_ENVIRONMENT: set all or none.';
  expect(start({ PAYPAL_WEBHOOK_ID: '' })).toThrow(new ConfigError(all));
  expect(start({ PAYPAL_ENVIRONMENT: 'test' })).toThrow(
    new ConfigError('PAYPAL_ENVIRONMENT: Use sandbox or live.'),
  );
  expect(start({ PAYPAL_CLIENT_SECRET: 'a b' })).not.toThrow(/a b/);
});

it('prefers keys of the environment, which an admin cannot change', async () => {
  const providers = start({ variables: { STRIPE_SECRET_KEY: SECRET } });
  expect(await nameFor(providers)).toBe('stripe');
  expect(await providers.test('stripe')).toBe('Connected to stripe.');
  await expect(providers.setKeys(admin, 'stripe', { secretKey: SECRET })).rejects.toMatchObject({
    code: 'provider_keys_in_environment',
  });
});

/** Books a charge in a database of its own. */
async function booked(isTest: boolean) {
  const db = await createTestDatabase();
  const charge = newCharge(null, { isTest });
  await db.transact((tx) => recordCharge(tx, charge));
  return { ...moneyOptions(db), db };
}

it('takes no real money on an instance that has booked test money, the test mode of a provider included', async () => {
  const options = await booked(true);
  const real = start({ ...options, variables: { STRIPE_SECRET_KEY: SECRET } });
  await expect(real.forMethod('stripe')).rejects.toMatchObject({ code: 'test_money_booked' });
  expect(await nameFor(start(options))).toBe('sandbox');
});

it('offers no test money on an instance that has booked real money, even without keys', async () => {
  const options = await booked(false);
  expect(await start(options).forMethod('stripe')).toBeNull();
  const isTest = defineProvider(traitsOf('stripe'), { secretKey: z.string() }, async () =>
    provider('stripe', { isTest: true }),
  );
  const keys = { definitions: [isTest], variables: { STRIPE_SECRET_KEY: SECRET } };
  await expect(start({ ...options, ...keys }).forMethod('stripe')).rejects.toMatchObject({
    code: 'real_money_booked',
  });
});

it('refuses a charge of test money beside one of real money, and the other way round', async () => {
  for (const isTest of [true, false]) {
    const { db } = await booked(isTest);
    const other = newCharge(null, { isTest: !isTest });
    await expect(db.transact((tx) => recordCharge(tx, other))).rejects.toThrow('charges_in_one_money');
  }
});
