import {
  cancelSubscription,
  changeSubscription,
  getOwnSubscription,
  getPaymentPortal,
  getStreamSubscribers,
  getSubscription,
  listSubscriptions,
  putGiftVisibility,
  putStreamSubscribers,
  resumeSubscription,
  startSubscription,
} from '@tributary/contracts/memberships';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { StreamSubscribers } from './entitlements/stream-subscribers.service.ts';
import type { Subscriptions } from './subscriptions.service.ts';

export function subscriptionRoutes(
  app: FastifyInstance,
  subscriptions: Subscriptions,
  streams: StreamSubscribers,
): void {
  route(app, getStreamSubscribers, async ({ caller: { userId } }) => ({
    isForSubscribers: await streams.of(userId),
  }));
  route(app, putStreamSubscribers, async ({ caller: { userId }, body }) => {
    await streams.set(userId, body.isForSubscribers);
    return body;
  });
  route(app, listSubscriptions, ({ caller, query }) => subscriptions.list(caller.userId, query.cursor));
  route(app, getOwnSubscription, ({ caller, params }) => subscriptions.get(caller.userId, params.id));
  route(app, getSubscription, ({ caller, params }) => subscriptions.toTier(caller.userId, params.id));
  route(app, startSubscription, ({ caller, params }) => subscriptions.startFree(caller.userId, params.id));
  route(app, cancelSubscription, ({ caller, params }) => subscriptions.cancel(caller.userId, params.id));
  route(app, resumeSubscription, ({ caller, params }) => subscriptions.resume(caller.userId, params.id));
  route(app, changeSubscription, async ({ caller: { userId }, params: { id }, body }) => {
    const confirmUrl = await subscriptions.change(userId, id, body);
    return { subscription: await subscriptions.get(userId, id), confirmUrl };
  });
  route(app, getPaymentPortal, async ({ caller, params }) => ({
    url: await subscriptions.paymentPortal(caller.userId, params.id),
  }));
  route(app, putGiftVisibility, ({ caller, params, body }) =>
    subscriptions.setHidden(caller.userId, params.id, body.isHidden),
  );
}
