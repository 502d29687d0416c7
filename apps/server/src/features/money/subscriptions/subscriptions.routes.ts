import { cancelSubscription, getSubscription, startSubscription } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Subscriptions } from './subscriptions.service.ts';

export function subscriptionRoutes(app: FastifyInstance, subscriptions: Subscriptions): void {
  route(app, getSubscription, async ({ caller, params }) => ({
    subscription: await subscriptions.to(caller.userId, params.id),
  }));
  route(app, startSubscription, async ({ caller, params }) => ({
    subscription: await subscriptions.startFree(caller.userId, params.id),
  }));
  route(app, cancelSubscription, ({ caller, params }) => subscriptions.cancel(caller.userId, params.id));
}
