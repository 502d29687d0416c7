/** Money's lists as tables for spreadsheets: amounts in the currency's units, so that sums can be made of them. */
import {
  type AdminDonation,
  type AdminEvent,
  type AdminPayout,
  type Donation,
  exportAllDonations,
  exportAllEvents,
  exportAllPayouts,
  exportDonations,
  exportOwnEvents,
  exportPayouts,
  exportSentDonations,
  exportSubscribers,
  type OwnEvent,
  type Payout,
  type SentDonation,
  type Subscriber,
} from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { RecordExport } from '#platform/audit/index.ts';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { route } from '#platform/http/route.ts';
import type { Donations } from './donations.service.ts';
import type { PpvEvents } from './events.service.ts';
import type { Payouts } from './payouts.service.ts';
import type { Tiers } from './tiers.service.ts';

interface ExportParts {
  readonly donations: Donations;
  readonly events: PpvEvents;
  readonly payouts: Payouts;
  readonly tiers: Tiers;
  readonly recordExport: RecordExport;
}

export function exportRoutes(app: FastifyInstance, parts: ExportParts): void {
  const { donations, events, payouts, tiers, recordExport } = parts;

  route(app, exportDonations, ({ caller, query, reply }) =>
    sendCsv(reply, 'donations.csv', {
      pages: (cursor) => donations.received(caller.userId, { ...query, cursor }),
      columns: DONATION,
    }),
  );
  route(app, exportSentDonations, ({ caller, query, reply }) =>
    sendCsv(reply, 'donations-given.csv', {
      pages: (cursor) => donations.given(caller.userId, { ...query, cursor }),
      columns: GIVEN,
    }),
  );
  route(app, exportSubscribers, ({ caller, params, query, reply }) =>
    sendCsv(reply, 'subscribers.csv', {
      pages: (cursor) => tiers.subscribers(caller.userId, params.id, { ...query, cursor }),
      columns: SUBSCRIBER,
    }),
  );
  route(app, exportOwnEvents, ({ caller, query, reply }) =>
    sendCsv(reply, 'events.csv', {
      pages: (cursor) => events.own(caller.userId, { ...query, cursor }),
      columns: EVENT,
    }),
  );
  route(app, exportPayouts, ({ caller, query, reply }) =>
    sendCsv(reply, 'payouts.csv', {
      pages: (cursor) => payouts.of(caller.userId, { ...query, cursor }),
      columns: PAYOUT,
    }),
  );

  route(app, exportAllDonations, async ({ query, reply, actor }) => {
    await recordExport(actor, 'donations', query);
    return sendCsv<AdminDonation>(reply, 'donations.csv', {
      pages: (cursor) => donations.all({ ...query, cursor }),
      columns: { ...DONATION, to: ({ recipient }) => recipient?.username ?? null },
    });
  });
  route(app, exportAllEvents, async ({ query, reply, actor }) => {
    await recordExport(actor, 'events', query);
    return sendCsv<AdminEvent>(reply, 'events.csv', {
      pages: (cursor) => events.all({ ...query, cursor }),
      columns: { ...EVENT, creator: ({ creator }) => creator?.username ?? null },
    });
  });
  route(app, exportAllPayouts, async ({ query, reply, actor }) => {
    await recordExport(actor, 'payouts', query);
    return sendCsv<AdminPayout>(reply, 'payouts.csv', {
      pages: (cursor) => payouts.all({ ...query, cursor }),
      columns: { ...PAYOUT, streamer: ({ streamer }) => streamer?.username ?? null },
    });
  });
}

const DONATION = {
  id: ({ id }: Donation) => id,
  at: ({ createdAt }: Donation) => createdAt,
  from: ({ donor }: Donation) => donor?.username ?? null,
  amount: ({ amount }: Donation) => inUnits(amount),
  fee: ({ platformFee }: Donation) => inUnits(platformFee),
  net: ({ netAmount }: Donation) => inUnits(netAmount),
  currency: ({ currency }: Donation) => currency,
  status: ({ status }: Donation) => status,
  provider: ({ paymentProvider }: Donation) => paymentProvider,
  message: ({ message }: Donation) => message,
};

const GIVEN = {
  id: ({ id }: SentDonation) => id,
  at: ({ createdAt }: SentDonation) => createdAt,
  to: ({ recipient }: SentDonation) => recipient?.username ?? null,
  amount: ({ amount }: SentDonation) => inUnits(amount),
  currency: ({ currency }: SentDonation) => currency,
  status: ({ status }: SentDonation) => status,
  provider: ({ paymentProvider }: SentDonation) => paymentProvider,
  message: ({ message }: SentDonation) => message,
};

const SUBSCRIBER = {
  id: ({ id }: Subscriber) => id,
  subscriber: ({ subscriber }: Subscriber) => subscriber?.username ?? null,
  since: ({ createdAt }: Subscriber) => createdAt,
  cycle: ({ billingCycle }: Subscriber) => billingCycle,
  from: ({ currentPeriodStart }: Subscriber) => currentPeriodStart,
  until: ({ currentPeriodEnd }: Subscriber) => currentPeriodEnd,
  status: ({ status }: Subscriber) => status,
};

const EVENT = {
  id: ({ id }: OwnEvent) => id,
  title: ({ title }: OwnEvent) => title,
  date: ({ eventDate }: OwnEvent) => eventDate,
  timezone: ({ timezone }: OwnEvent) => timezone,
  minutes: ({ durationMinutes }: OwnEvent) => durationMinutes,
  status: ({ status }: OwnEvent) => status,
  capacity: ({ capacity }: OwnEvent) => capacity,
  tickets: ({ totalTicketsSold }: OwnEvent) => totalTicketsSold,
  price: ({ priceCents }: OwnEvent) => inUnits(priceCents),
  revenue: ({ totalRevenueCents }: OwnEvent) => inUnits(totalRevenueCents),
  commission: ({ platformCommissionCents }: OwnEvent) => inUnits(platformCommissionCents),
  currency: ({ currency }: OwnEvent) => currency,
};

const PAYOUT = {
  id: ({ id }: Payout) => id,
  from: ({ periodStart }: Payout) => periodStart,
  until: ({ periodEnd }: Payout) => periodEnd,
  due: ({ dueDate }: Payout) => dueDate,
  status: ({ status }: Payout) => status,
  amount: ({ amount }: Payout) => inUnits(amount),
  currency: ({ currency }: Payout) => currency,
};

/** `12.50`: written from its digits, never by way of a fraction. */
function inUnits(minor: number): string {
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
