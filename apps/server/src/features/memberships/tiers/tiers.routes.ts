import {
  exportSubscribers,
  getTier,
  listSubscribers,
  listTiers,
  type Subscriber,
} from '@tributary/contracts/memberships';
import type { FastifyInstance } from 'fastify';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { route } from '#platform/http/route.ts';
import type { Tiers } from './tiers.service.ts';

export function tierRoutes(app: FastifyInstance, tiers: Tiers): void {
  route(app, listTiers, ({ params }) => tiers.of(params.username));
  route(app, listSubscribers, ({ caller, params, query }) =>
    tiers.subscribers(caller.userId, params.id, query),
  );
  route(app, getTier, ({ params }) => tiers.offered(params.id));

  route(app, exportSubscribers, ({ caller, params, query, reply }) =>
    sendCsv(reply, 'subscribers.csv', {
      pages: (cursor) => tiers.subscribers(caller.userId, params.id, { ...query, cursor }),
      columns: SUBSCRIBER,
    }),
  );
}

const SUBSCRIBER = {
  id: ({ id }: Subscriber) => id,
  subscriber: ({ subscriber }: Subscriber) => subscriber?.username ?? null,
  since: ({ createdAt }: Subscriber) => createdAt,
  cycle: ({ billingCycle }: Subscriber) => billingCycle,
  from: ({ currentPeriodStart }: Subscriber) => currentPeriodStart,
  until: ({ currentPeriodEnd }: Subscriber) => currentPeriodEnd,
  status: ({ status }: Subscriber) => status,
};
