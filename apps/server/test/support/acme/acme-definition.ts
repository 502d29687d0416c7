import { z } from 'zod';
import { defineProvider } from '#features/payments/providers/provider-definition.ts';
import { type AcmeServer, createAcme } from './acme-provider.ts';

export const acmeDefinition = (server: AcmeServer) =>
  defineProvider(
    {
      name: 'acme',
      label: 'Acme Pay',
      methodLabel: 'Acme account',
      summary: 'Accounts at Acme.',
      purposes: ['donation'],
      heldBy: 'platform',
      proratesSubscriptions: false,
      webhooks: [],
    },
    { apiKey: z.string().startsWith('acme_').meta({ title: 'API key' }) },
    async () => createAcme(server),
  );
