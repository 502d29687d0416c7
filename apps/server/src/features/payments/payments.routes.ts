import type { FastifyInstance } from 'fastify';
import type { Database } from '#platform/db/database.ts';
import { readSettings } from '#platform/settings/index.ts';
import { findMoneyMode } from './charges/money-mode.repo.ts';
import { checkoutRoutes } from './checkouts/checkouts.routes.ts';
import { cryptoRoutes } from './crypto/crypto.routes.ts';
import type { Payments } from './payments.service.ts';
import { providerRoutes } from './providers/providers.routes.ts';
import { sandboxRoutes } from './providers/sandbox/sandbox.routes.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';

export function paymentRoutes(app: FastifyInstance, db: Database, payments: Payments, now: () => Date): void {
  checkoutRoutes(app, payments);
  webhookRoutes(app, payments.webhooks);
  providerRoutes(app, {
    ...payments,
    currency: async () => (await db.read(readSettings)).currency,
    mode: () => db.read(findMoneyMode),
  });
  cryptoRoutes(app, payments.crypto, payments.cookies);
  if (payments.sandbox) sandboxRoutes(app, payments.sandbox, now);
}
