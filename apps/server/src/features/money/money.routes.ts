import {
  getAllEarnings,
  getEarnings,
  getEvent,
  listAllDonations,
  listAllEvents,
  listAllPayouts,
  listDonations,
  listOwnEvents,
  listOwnTiers,
  listPayouts,
  listSentDonations,
  listSubscribers,
  listSubscriptions,
  listTiers,
  listUpcomingEvents,
} from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Donations } from './donations.service.ts';
import type { EarningsService } from './earnings.service.ts';
import type { PpvEvents } from './events.service.ts';
import type { Payouts } from './payouts.service.ts';
import type { Tiers } from './tiers.service.ts';

interface MoneyParts {
  readonly donations: Donations;
  readonly earnings: EarningsService;
  readonly events: PpvEvents;
  readonly payouts: Payouts;
  readonly tiers: Tiers;
}

export function moneyRoutes(app: FastifyInstance, parts: MoneyParts): void {
  const { donations, earnings, events, payouts, tiers } = parts;

  route(app, getEvent, ({ params }) => events.byId(params.id));
  route(app, listUpcomingEvents, ({ params, query }) => events.upcomingOf(params.username, query.cursor));
  route(app, listTiers, ({ params }) => tiers.of(params.username));

  route(app, listDonations, ({ caller, query }) => donations.received(caller.userId, query));
  route(app, getEarnings, ({ caller, query }) => earnings.over(caller.userId, query.period));
  route(app, listOwnTiers, ({ caller }) => tiers.own(caller.userId));
  route(app, listSubscribers, ({ caller, params, query }) =>
    tiers.subscribers(caller.userId, params.id, query),
  );
  route(app, listOwnEvents, ({ caller, query }) => events.own(caller.userId, query));
  route(app, listPayouts, ({ caller, query }) => payouts.of(caller.userId, query));
  route(app, listSubscriptions, ({ caller, query }) => tiers.subscriptions(caller.userId, query.cursor));
  route(app, listSentDonations, ({ caller, query }) => donations.given(caller.userId, query));

  route(app, listAllDonations, ({ query }) => donations.all(query));
  route(app, listAllPayouts, ({ query }) => payouts.all(query));
  route(app, listAllEvents, ({ query }) => events.all(query));
  route(app, getAllEarnings, ({ query }) => earnings.over(null, query.period));
}
