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

export interface ProviderDefinition {
  readonly name: Exclude<ProviderName, 'sandbox'>;
  /** The names of its keys, the optional ones included. */
  readonly fields: readonly string[];
  /** Loads the provider's packages, which are large. @throws z.ZodError when keys are missing or invalid */
  create(keys: unknown, context: ProviderContext): Promise<PaymentProvider>;
}

export function defineProvider<Shape extends z.ZodRawShape>(
  name: ProviderDefinition['name'],
  shape: Shape,
  create: (
    keys: z.output<z.ZodObject<Shape, z.core.$strict>>,
    context: ProviderContext,
  ) => Promise<PaymentProvider>,
): ProviderDefinition {
  const schema = z.strictObject(shape);
  return {
    name,
    fields: Object.keys(shape),
    create: async (keys, context) => create(schema.parse(keys), context),
  };
}
