/** Subscriptions as viewers start and end them. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { byId } from '../shared/params.ts';

const openSubscription = z.object({
  subscription: z.object({ id: z.uuid() }).nullable().describe('Null without one that is not canceled'),
});

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/tiers/:id/subscription',
  tag: 'money',
  summary: "Get the user's subscription to a tier",
  access: 'viewer',
  params: byId,
  response: openSubscription,
});

export const startSubscription = endpoint({
  method: 'POST',
  path: '/api/tiers/:id/subscription',
  tag: 'money',
  summary: 'Subscribe to a free tier. Idempotent',
  access: 'viewer',
  perMinute: 30,
  params: byId,
  response: openSubscription,
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/me/subscriptions/:id/cancel',
  tag: 'money',
  summary: 'Cancel a free subscription, which ends at once. Idempotent',
  access: 'viewer',
  perMinute: 30,
  params: byId,
  response: z.void(),
});
