/** Payment providers: their webhooks, and their settings for admins. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byId } from '../shared/params.ts';
import { PROVIDER_EVENT_STATUSES } from './constants.ts';
import { MONEY_PAGE_SIZE, moment, providerName } from './fields.ts';

const byProvider = z.object({ provider: providerName });

/** The limit for all providers together. Each webhook is verified before it is stored. */
const WEBHOOKS_PER_MINUTE = 60_000;

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:provider',
  tag: 'payments',
  summary: 'Receive a signed event of a payment provider',
  access: 'public',
  params: byProvider,
  perMinute: WEBHOOKS_PER_MINUTE,
  response: z.object({ isNew: z.boolean().describe('False if the event was received before') }),
});

export const providerDescription = z.object({
  name: providerName,
  label: z.string().describe('Its name for people'),
  proratesSubscriptions: z
    .boolean()
    .describe(
      'Whether what was paid for the rest of a period counts toward a new price; if not, that price is charged from the next payment on',
    ),
});
export type ProviderDescription = z.infer<typeof providerDescription>;

export const providerStatus = providerDescription.extend({
  summary: z.string().describe('A sentence about payments and payouts through it'),
  isTest: z.boolean().nullable().describe('Whether it takes test money only; null if it is not set up'),
  keysFrom: z.enum(['environment', 'admin']).nullable().describe('Null if it needs no keys or has none'),
  fields: z
    .array(
      z.object({
        name: z.string(),
        label: z.string(),
        hint: z.string().nullable(),
        isRequired: z.boolean(),
      }),
    )
    .describe('Its keys'),
  webhookUrl: z.string().nullable().describe('The address to which it must send webhooks'),
  webhooks: z
    .array(z.object({ sender: z.string(), events: z.array(z.string()) }))
    .describe('The events that it must send, by sender'),
});
export type ProviderStatus = z.infer<typeof providerStatus>;

export const listProviders = endpoint({
  method: 'GET',
  path: '/api/admin/payment-providers',
  tag: 'payments',
  summary: 'List the payment providers and whether they are set up. Keys are never returned',
  access: 'admin',
  response: z.object({ providers: z.array(providerStatus) }),
});

export const putProviderKeys = endpoint({
  method: 'PUT',
  path: '/api/admin/payment-providers/:provider/keys',
  tag: 'payments',
  summary: 'Set the keys of a payment provider. Keys in the environment win',
  access: 'admin',
  recentProof: true,
  params: byProvider,
  body: z.object({ keys: z.record(z.string().max(40), z.string().trim().min(1).max(1000)) }),
  response: z.void(),
});

export const deleteProviderKeys = endpoint({
  method: 'DELETE',
  path: '/api/admin/payment-providers/:provider/keys',
  tag: 'payments',
  summary: 'Remove the keys of a payment provider that an admin set',
  access: 'admin',
  recentProof: true,
  params: byProvider,
  response: z.void(),
});

export const testProvider = endpoint({
  method: 'POST',
  path: '/api/admin/payment-providers/:provider/test',
  tag: 'payments',
  summary: 'Ask a payment provider whether the connection works',
  access: 'admin',
  params: byProvider,
  response: z.object({ message: z.string() }),
});

export const providerEvent = z.object({
  id: z.uuid(),
  provider: providerName,
  eventId: z.string(),
  type: z.string(),
  status: z.enum(PROVIDER_EVENT_STATUSES),
  attempts: z.int(),
  error: z.string().nullable(),
  receivedAt: moment,
  processedAt: moment.nullable(),
});
export type ProviderEvent = z.infer<typeof providerEvent>;

export const listProviderEvents = endpoint({
  method: 'GET',
  path: '/api/admin/payment-events',
  tag: 'payments',
  summary: `List the webhooks that were received, newest first, ${MONEY_PAGE_SIZE} per page`,
  access: 'admin',
  query: pageQuery.extend({
    status: z.enum(PROVIDER_EVENT_STATUSES).optional(),
    provider: providerName.optional(),
    q: z.string().trim().max(255).optional().describe('The id of the event at the provider, or its type'),
  }),
  response: pageOf(providerEvent),
});

export const getProviderEvent = endpoint({
  method: 'GET',
  path: '/api/admin/payment-events/:id',
  tag: 'payments',
  summary: 'Get a webhook with what was stored of its body',
  access: 'admin',
  params: byId,
  response: providerEvent.extend({ body: z.unknown() }),
});

export const replayProviderEvent = endpoint({
  method: 'POST',
  path: '/api/admin/payment-events/:id/replay',
  tag: 'payments',
  summary: 'Process a webhook again. What was applied before is not applied twice',
  access: 'admin',
  params: byId,
  response: z.void(),
});
