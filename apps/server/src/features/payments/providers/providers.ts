/** The payment providers of this instance and their keys. To add a provider, add a line to the list of definitions. */
import { type PaymentMethods, type ProviderStatus, SANDBOX } from '@tributary/contracts/payments';
import { z } from 'zod';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import { defineErrors } from '#platform/errors.ts';
import { createSeal } from '#platform/seal.ts';
import { readSettings } from '#platform/settings/index.ts';
import { cryptoDefinition } from './crypto/crypto-definition.ts';
import { paypalDefinition } from './paypal/paypal-definition.ts';
import { ProviderUnavailable } from './provider.errors.ts';
import type { PaymentMethod, PaymentProvider, ProviderName, Purpose } from './provider.ts';
import type {
  ProviderContext,
  ProviderDefinition,
  ProviderKeys,
  ProviderTraits,
  Variables,
} from './provider-definition.ts';
import * as repo from './provider-keys.repo.ts';
import { SANDBOX_TRAITS } from './sandbox/sandbox.ts';
import { stripeDefinition } from './stripe/stripe-definition.ts';

export const DEFINITIONS: readonly ProviderDefinition[] = [
  stripeDefinition,
  paypalDefinition,
  cryptoDefinition,
];

const errors = defineErrors('providers', {
  provider_keys_invalid: 'invalid',
  provider_not_set_up: 'conflict',
  provider_unknown: 'not_found',
  provider_keys_in_environment: 'conflict',
  test_money_booked: 'conflict',
  real_money_booked: 'conflict',
});

export interface Providers {
  /** All providers that this program knows, set up or not. */
  readonly known: readonly ProviderTraits[];
  /** Null if the provider is not set up. */
  find(name: ProviderName): Promise<PaymentProvider | null>;
  /** The provider of an earlier payment. @throws ProviderUnavailable if it is no longer set up */
  get(name: ProviderName): Promise<PaymentProvider>;
  /** The providers that are set up. The sandbox is one only if no other has keys and no real payment was booked. */
  available(): Promise<readonly PaymentProvider[]>;
  /**
   * The provider for a payment method. Null if it is not offered.
   * @throws AppError `test_money_booked`, `real_money_booked`
   */
  forMethod(method: PaymentMethod): Promise<PaymentProvider | null>;
  /**
   * Purposes that can be paid by a method. The sandbox supports the same ones as the provider that it stands in for.
   */
  purposesOf(method: PaymentMethod): readonly Purpose[];
  /** The payment methods that are offered now. */
  methods(): Promise<OfferedMethod[]>;
  /** The providers that are set up and pay out. */
  senders(): Promise<ProviderName[]>;
  statuses(): Promise<ProviderStatus[]>;
  /** @throws AppError `provider_unknown`, `provider_keys_invalid`, `provider_keys_in_environment` */
  setKeys(by: Actor, name: ProviderName, keys: ProviderKeys): Promise<void>;
  /** Idempotent. */
  removeKeys(by: Actor, name: ProviderName): Promise<void>;
  /**
   * Tests the connection. @returns a sentence for admins
   * @throws ProviderUnavailable, ProviderRefused, AppError `provider_not_set_up`
   */
  test(name: ProviderName): Promise<string>;
  close(): Promise<void>;
}

export type OfferedMethod = PaymentMethods['methods'][number];

export interface ProvidersOptions extends Omit<ProviderContext, 'currency'> {
  /** Null on an instance that takes real money only. */
  readonly sandbox: PaymentProvider | null;
  /** Environment variables, in which providers may have their keys. */
  readonly variables: Variables;
  /** The instance's secret, from which the key for encrypting keys is derived. */
  readonly secret: string;
  /** Whether this instance has booked test money or real money; null before the first payment. */
  readonly moneyMode: () => Promise<'test' | 'real' | null>;
  /** Definitions that tests add. */
  readonly definitions?: readonly ProviderDefinition[];
}

interface Connected {
  /** The keys and the currency that the provider was created with. */
  readonly settings: string;
  readonly provider: Promise<PaymentProvider>;
}

const storedKeys = z.record(z.string(), z.string());

/** @throws ConfigError if keys of the environment are incomplete or invalid */
export function createProviders(options: ProvidersOptions): Providers {
  const { db, log, publicUrl, sandbox, variables, secret, moneyMode, now } = options;
  const { definitions = DEFINITIONS } = options;
  const fromEnvironment = new Map(definitions.map(({ name, keysIn }) => [name, keysIn(variables)]));
  const seal = createSeal(secret, 'payment provider keys');
  const connected = new Map<ProviderName, Connected>();

  /**
   * @returns null if the keys were sealed under another secret, such as that of the instance whose backup was restored
   */
  function openKeys({ provider, sealed }: repo.SealedKeys): string | null {
    try {
      return seal.open(sealed, provider);
    } catch {
      log.error(
        { provider },
        'The stored keys of a payment provider cannot be opened; an admin has to set them again',
      );
      return null;
    }
  }

  /** The keys in use, as JSON. Reads them each time, since another process may have changed them. */
  async function currentKeys(): Promise<ReadonlyMap<ProviderName, string | null>> {
    const rows = await db.read((reader) => repo.findKeys(reader));
    const keys = new Map(
      rows.map((row) => [row.provider, fromEnvironment.get(row.provider) ? null : openKeys(row)]),
    );
    for (const [name, given] of fromEnvironment) if (given) keys.set(name, JSON.stringify(given));
    return keys;
  }

  async function connect(definition: ProviderDefinition, keys: string): Promise<PaymentProvider> {
    const { currency } = await db.read(readSettings);
    const settings = JSON.stringify([keys, currency]);
    const known = connected.get(definition.name);
    if (known?.settings === settings) return known.provider;
    const provider = definition.create(storedKeys.parse(JSON.parse(keys)), { ...options, currency });
    connected.set(definition.name, { settings, provider });
    provider.catch(() => connected.delete(definition.name));
    await (await known?.provider)?.close?.();
    return provider;
  }

  async function find(name: ProviderName): Promise<PaymentProvider | null> {
    if (name === SANDBOX) return sandbox;
    const definition = definitions.find((one) => one.name === name);
    const keys = definition && (await currentKeys()).get(name);
    return definition && keys ? connect(definition, keys) : null;
  }

  async function available(): Promise<readonly PaymentProvider[]> {
    const keys = await currentKeys();
    const list: PaymentProvider[] = [];
    for (const definition of definitions) {
      const given = keys.get(definition.name) ?? null;
      if (given === null) continue;
      try {
        list.push(await connect(definition, given));
      } catch (error) {
        // The other providers still work. The log omits the error, which may contain the keys.
        const fields = error instanceof z.ZodError ? error.issues.map(({ path }) => path.join('.')) : [];
        log.error(
          { provider: definition.name, fields },
          'A payment provider could not be set up with its keys',
        );
      }
    }
    // An instance with keys takes real money, even if they cannot be used.
    const isForTests = keys.size === 0 && (await moneyMode()) !== 'real';
    return sandbox && isForTests ? [sandbox] : list;
  }

  function definitionOf(name: ProviderName): ProviderDefinition {
    const definition = definitions.find((one) => one.name === name);
    if (!definition) throw errors.provider_unknown();
    if (fromEnvironment.get(name)) throw errors.provider_keys_in_environment();
    return definition;
  }

  const purposesOf: Providers['purposesOf'] = (method) =>
    definitions.find(({ name }) => name === method)?.purposes ?? [];
  const payeeOf = (list: readonly PaymentProvider[], method: PaymentMethod) =>
    list.find(({ name }) => name === method || name === SANDBOX);

  return {
    known: [SANDBOX_TRAITS, ...definitions],
    find,
    available,
    purposesOf,
    senders: async () => (await available()).filter(({ payouts }) => payouts).map(({ name }) => name),
    async methods() {
      const list = await available();
      return definitions.flatMap(({ name: method, methodLabel: label, purposes }): OfferedMethod[] => {
        const provider = payeeOf(list, method);
        return provider ? [{ method, label, purposes: [...purposes], isTest: provider.isTest }] : [];
      });
    },
    async get(name) {
      const provider = await find(name);
      if (!provider) throw new ProviderUnavailable(`The payment provider ${name} is not set up`);
      return provider;
    },
    async forMethod(method) {
      const provider = payeeOf(await available(), method) ?? null;
      // Balances of test money must never be paid out.
      const mode = await moneyMode();
      if (mode === 'test' && provider?.isTest === false) throw errors.test_money_booked();
      if (mode === 'real' && provider?.isTest) throw errors.real_money_booked();
      return provider;
    },
    async statuses() {
      const keys = await currentKeys();
      const usable = await available();
      const statusOf = (
        { name, label, summary, proratesSubscriptions, webhooks }: ProviderTraits,
        fields: ProviderDefinition['fields'],
      ): ProviderStatus => {
        const provider = usable.find((one) => one.name === name);
        return {
          name,
          label,
          summary,
          proratesSubscriptions,
          isTest: provider?.isTest ?? null,
          keysFrom: fromEnvironment.get(name) ? 'environment' : keys.has(name) ? 'admin' : null,
          fields: [...fields],
          webhookUrl: webhooks.length > 0 ? `${publicUrl}/api/webhooks/${name}` : null,
          webhooks: webhooks.map(({ sender, events }) => ({ sender, events: [...events] })),
        };
      };
      const list = definitions.map((definition) => statusOf(definition, definition.fields));
      return sandbox ? [statusOf(SANDBOX_TRAITS, []), ...list] : list;
    },
    async setKeys(by, name, keys) {
      const definition = definitionOf(name);
      const { currency } = await db.read(readSettings);
      await checkKeys(definition, keys, { ...options, currency });
      await db.transact(async (tx) => {
        const sealed = seal.seal(JSON.stringify(keys), name);
        await repo.putKeys(tx, { provider: name, sealed }, by.userId, now());
        await audit(tx, {
          by,
          action: 'payment_provider.keys_set',
          kind: 'payment_provider',
          id: name,
          after: { fields: Object.keys(keys) },
        });
      });
    },
    removeKeys: (by, name) =>
      db.transact(async (tx) => {
        if (!(await repo.deleteKeys(tx, definitionOf(name).name))) return;
        await audit(tx, { by, action: 'payment_provider.keys_removed', kind: 'payment_provider', id: name });
      }),
    async test(name) {
      const provider = await find(name);
      if (!provider) throw errors.provider_not_set_up();
      return provider.testConnection();
    },
    async close() {
      for (const { provider } of connected.values()) await (await provider).close?.();
    },
  };
}

/** @throws AppError that names the wrong keys, without their values */
async function checkKeys(definition: ProviderDefinition, keys: ProviderKeys, context: ProviderContext) {
  try {
    await (await definition.create(keys, context)).close?.();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw errors.provider_keys_invalid({
      errors: error.issues.map(({ path, message }) => ({
        pointer: ['/keys', ...path].join('/'),
        detail: message,
      })),
    });
  }
}
