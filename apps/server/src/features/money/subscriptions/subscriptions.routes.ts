import {
  cancelSubscription,
  getOwnSubscription,
  getSubscription,
  listSubscriptions,
  startSubscription,
} from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Subscriptions } from './subscriptions.service.ts';

export function subscriptionRoutes(app: FastifyInstance, subscriptions: Subscriptions): void {
  route(app, listSubscriptions, ({ caller, query }) => subscriptions.list(caller.userId, query.cursor));
  route(app, getOwnSubscription, ({ caller, params }) => subscriptions.get(caller.userId, params.id));
  route(app, getSubscription, ({ caller, params }) => subscriptions.to(caller.userId, params.id));
  route(app, startSubscription, ({ caller, params }) => subscriptions.startFree(caller.userId, params.id));
  route(app, cancelSubscription, ({ caller, params }) => subscriptions.cancel(caller.userId, params.id));
}
