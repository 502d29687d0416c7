import {
  deleteProviderKeys,
  listPaymentMethods,
  listProviders,
  putProviderKeys,
  testProvider,
} from '@tributary/contracts/payments';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Providers } from './providers.ts';

export function providerRoutes(
  app: FastifyInstance,
  {
    providers,
    currency,
    mode,
  }: {
    providers: Providers;
    currency: () => Promise<string>;
    mode: () => Promise<'test' | 'real' | null>;
  },
): void {
  route(app, listPaymentMethods, async () => {
    const methods = await providers.methods();
    // Before the first payment, the offered methods decide.
    const isTestMoney =
      ((await mode()) ?? (methods.some(({ isTest }) => isTest) ? 'test' : 'real')) === 'test';
    return { methods, providers: [...providers.known], currency: await currency(), isTestMoney };
  });
  route(app, listProviders, async () => ({ providers: await providers.statuses() }));
  route(app, putProviderKeys, ({ actor, params, body }) =>
    providers.setKeys(actor, params.provider, body.keys),
  );
  route(app, deleteProviderKeys, ({ actor, params }) => providers.removeKeys(actor, params.provider));
  route(app, testProvider, async ({ params }) => ({ message: await providers.test(params.provider) }));
}
