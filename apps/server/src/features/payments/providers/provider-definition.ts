/** The definition of a provider: its descriptions for people, the keys that it needs, and its creation from them. */
import { MANUAL, PROVIDER_NAME, type ProviderDescription, SANDBOX } from '@tributary/contracts/payments';
import { z } from 'zod';
import { ConfigError } from '#platform/config-error.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import type { HeldBy, PaymentProvider, Purpose } from './provider.ts';

export type ProviderKeys = Readonly<Record<string, string>>;
/** Environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The context that every provider is created with. */
export interface ProviderContext {
  readonly db: Database;
  readonly log: Log;
  /** Base URL of the instance. */
  readonly publicUrl: string;
  /** The instance's currency. The provider is created again when an admin changes it. */
  readonly currency: string;
  readonly now: () => Date;
}

export interface WebhookSender {
  /** The sender's name at the provider, such as `Your account`. */
  readonly sender: string;
  readonly events: readonly string[];
}

export interface KeyField {
  readonly name: string;
  readonly label: string;
  readonly hint: string | null;
  readonly isRequired: boolean;
}

/** Properties of the provider that are the same on every instance. */
export interface ProviderTraits extends ProviderDescription {
  /** The name of the payment method for payers, such as "Card". */
  readonly methodLabel: string;
  /** A sentence for admins about payments and payouts through it. */
  readonly summary: string;
  readonly purposes: readonly Purpose[];
  /**
   * Who holds payments to creators with an account there. The sandbox does the same when it stands in for the provider.
   */
  readonly heldBy: HeldBy;
  /** The webhooks that an admin sets up at the provider, by sender. */
  readonly webhooks: readonly WebhookSender[];
}

export interface ProviderDefinition extends ProviderTraits {
  /** The keys of the provider, the optional ones included. */
  readonly fields: readonly KeyField[];
  /** Reads the keys from the environment, where `secretKey` of Stripe is STRIPE_SECRET_KEY. @throws ConfigError */
  keysIn(variables: Variables): ProviderKeys | null;
  /**
   * Creates the provider, and loads its packages, which are large.
   * @throws z.ZodError if keys are missing or invalid
   */
  create(keys: unknown, context: ProviderContext): Promise<PaymentProvider>;
}

/**
 * @param shape the schema of the keys; a field's title is its label for admins, its description a hint
 * @param problemOf finds keys that do not fit together, and says what to do about them
 */
export function defineProvider<Shape extends z.ZodRawShape>(
  traits: ProviderTraits,
  shape: Shape,
  create: (
    keys: z.output<z.ZodObject<Shape, z.core.$strict>>,
    context: ProviderContext,
  ) => Promise<PaymentProvider>,
  problemOf: (
    keys: z.output<z.ZodObject<Shape, z.core.$strict>>,
  ) => { readonly field: keyof Shape & string; readonly message: string } | null = () => null,
): ProviderDefinition {
  const { name } = traits;
  if (!PROVIDER_NAME.test(name) || name === SANDBOX || name === MANUAL) {
    throw new Error(`A payment provider cannot have the name ${name}`);
  }
  const object = z.strictObject(shape);
  const schema = object.superRefine((keys, context) => {
    const problem = problemOf(keys);
    if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message });
  });
  const fields = Object.entries(object.def.shape).map(([key, field]): KeyField => {
    const { title = key, description = null } = z.globalRegistry.get(field) ?? {};
    return { name: key, label: title, hint: description, isRequired: !z.safeParse(field, undefined).success };
  });
  return {
    ...traits,
    fields,
    keysIn: (variables) => keysIn(variables, name, fields, schema),
    create: async (keys, context) => create(schema.parse(keys), context),
  };
}

function keysIn(variables: Variables, provider: string, fields: readonly KeyField[], schema: z.ZodType) {
  const variableOf = (key: string) => `${provider}_${key.replace(/[A-Z]/g, '_$&')}`.toUpperCase();
  const keys: Record<string, string> = {};
  for (const { name } of fields) {
    const value = variables[variableOf(name)]?.trim();
    if (value) keys[name] = value;
  }
  if (Object.keys(keys).length === 0) return null;
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  if (required.some((name) => keys[name] === undefined)) {
    throw new ConfigError(`${required.map(variableOf).join(', ')}: set all or none.`);
  }
  // The messages of zod do not contain the values.
  const [issue] = schema.safeParse(keys).error?.issues ?? [];
  if (issue) throw new ConfigError(`${variableOf(String(issue.path[0]))}: ${issue.message}`);
  return keys;
}
