/**
 * The sandbox: a payment provider of test money that runs in this process but acts as an outside party. It talks to the
 * instance by redirects and signed webhooks, and has its own tables.
 */
import { SANDBOX } from '@tributary/contracts/payments';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, type Jobs, repeat } from '#platform/jobs/index.ts';
import type { PaymentProvider } from '../provider.ts';
import type { ProviderTraits } from '../provider-definition.ts';
import { type BackOffice, createBackOffice } from './back-office.ts';
import { createPaymentPage, type PaymentPage } from './payment-page.ts';
import { createSandboxBilling, type SandboxBilling } from './sandbox-billing.ts';
import type { Kind } from './sandbox-objects.ts';
import { createSandboxProvider } from './sandbox-provider.ts';
import { get, type SandboxObject } from './sandbox-store.ts';
import { createSandboxWebhooks, type WebhookTransport } from './sandbox-webhooks.ts';

export const SANDBOX_TRAITS: ProviderTraits = {
  name: SANDBOX,
  label: 'Sandbox',
  methodLabel: 'Test money',
  summary: 'Test money, for trying things out. It stands in for every way to pay until a provider is set up.',
  purposes: [],
  heldBy: 'platform',
  proratesSubscriptions: true,
  webhooks: [],
};

const advance = defineJob('money.advance-sandbox', z.object({}));
const EVERY_MINUTE_HOURS = 1 / 60;

export interface SandboxOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  /** The key that signs webhooks. */
  readonly secret: string;
  readonly transport: WebhookTransport;
  /** The providers that the sandbox stands in for. */
  readonly imitated: readonly Pick<ProviderTraits, 'name' | 'label' | 'heldBy'>[];
  readonly now: () => Date;
}

export interface Sandbox {
  readonly provider: PaymentProvider;
  readonly page: PaymentPage;
  readonly billing: Pick<SandboxBilling, 'setDeclines' | 'endPeriod'>;
  readonly backOffice: BackOffice;
  /** The name of the provider that the sandbox stands in for on a payment page. */
  labelOf(method: string): string;
  /** @throws ProviderRefused if there is no such object */
  get<State extends object>(kind: Kind<State>, id: string): Promise<SandboxObject<State>>;
  /** Applies changes that are due: renewals, retries and payouts. */
  advance(): Promise<void>;
  readonly jobs: readonly JobRegistration[];
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const webhooks = createSandboxWebhooks(options);
  const imitated = new Map(options.imitated.map((traits) => [traits.name, traits]));
  const heldBy = (method: string) => imitated.get(method)?.heldBy ?? SANDBOX_TRAITS.heldBy;
  const billing = createSandboxBilling({ ...options, webhooks, heldBy });
  const backOffice = createBackOffice({ ...options, webhooks });
  async function advanceAll(): Promise<void> {
    await billing.renewDue();
    await backOffice.settleDuePayouts();
  }
  return {
    provider: createSandboxProvider({ ...options, billing, backOffice, webhooks }),
    page: createPaymentPage({ ...options, billing, webhooks }),
    billing,
    backOffice,
    labelOf: (method) => imitated.get(method)?.label ?? SANDBOX_TRAITS.label,
    get: (kind, id) => options.db.read((reader) => get(reader, kind, id)),
    advance: advanceAll,
    jobs: [webhooks.job, repeat(advance, EVERY_MINUTE_HOURS, advanceAll)],
  };
}
