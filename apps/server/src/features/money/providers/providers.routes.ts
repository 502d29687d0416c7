import {
  deleteProviderKeys,
  listPaymentMethods,
  listProviders,
  PAYMENT_METHODS,
  type PaymentMethods,
  type Purpose,
  putProviderKeys,
  testProvider,
} from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Providers } from './providers.ts';
import { purposesOf } from './purposes-of.ts';

export function providerRoutes(
  app: FastifyInstance,
  {
    providers,
    purposes,
    currency,
    mode,
  }: {
    providers: Providers;
    purposes: readonly Purpose[];
    currency: () => Promise<string>;
    mode: () => Promise<'test' | 'real' | null>;
  },
): void {
  route(app, listPaymentMethods, async () => {
    const available = await providers.available();
    const methods = PAYMENT_METHODS.flatMap((method): PaymentMethods['methods'] => {
      const provider = available.find(({ name }) => name === method || name === 'sandbox');
      if (!provider) return [];
      const offered = purposes.filter((purpose) => purposesOf(provider, method).includes(purpose));
      return [{ method, purposes: offered, isTest: provider.isTest }];
    });
    // Before the first payment, what can be paid decides.
    const isTestMoney =
      ((await mode()) ?? (available.some(({ isTest }) => isTest) ? 'test' : 'real')) === 'test';
    return { methods, currency: await currency(), isTestMoney };
  });
  route(app, listProviders, async () => ({ providers: await providers.statuses() }));
  route(app, putProviderKeys, ({ actor, params, body }) =>
    providers.setKeys(actor, params.provider, body.keys),
  );
  route(app, deleteProviderKeys, ({ actor, params }) => providers.removeKeys(actor, params.provider));
  route(app, testProvider, async ({ params }) => ({ message: await providers.test(params.provider) }));
}
