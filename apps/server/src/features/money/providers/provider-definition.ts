/** How a provider is added: its name, the keys it needs, and how it is created with them. */
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import type { PaymentProvider, ProviderName } from './provider.ts';

/** What every provider is given. */
export interface ProviderContext {
  readonly db: Database;
  readonly log: Log;
  /** Base URL of the instance. */
  readonly publicUrl: string;
  /** Of the instance; the provider is created again when an admin changes it. */
  readonly currency: string;
  readonly now: () => Date;
}

export interface WebhookSender {
  /** Such as `Your account`. */
  readonly sender: string;
  readonly events: readonly string[];
}

export interface ProviderDefinition {
  readonly name: Exclude<ProviderName, 'sandbox'>;
  /** Its keys, the optional ones included. */
  readonly fields: readonly { readonly name: string; readonly label: string; readonly isRequired: boolean }[];
  /** The webhooks that an admin sets up there, by what sends them. */
  readonly webhooks: readonly WebhookSender[];
  /** Loads the provider's packages, which are large. @throws z.ZodError when keys are missing or invalid */
  create(keys: unknown, context: ProviderContext): Promise<PaymentProvider>;
}

/** @param shape the description of a key is its label for admins */
export function defineProvider<Shape extends z.ZodRawShape>(
  name: ProviderDefinition['name'],
  shape: Shape,
  create: (
    keys: z.output<z.ZodObject<Shape, z.core.$strict>>,
    context: ProviderContext,
  ) => Promise<PaymentProvider>,
  webhooks: readonly WebhookSender[] = [],
): ProviderDefinition {
  const schema = z.strictObject(shape);
  return {
    name,
    fields: Object.entries(schema.def.shape).map(([key, field]) => ({
      name: key,
      label: z.globalRegistry.get(field)?.description ?? key,
      isRequired: !z.safeParse(field, undefined).success,
    })),
    webhooks,
    create: async (keys, context) => create(schema.parse(keys), context),
  };
}
