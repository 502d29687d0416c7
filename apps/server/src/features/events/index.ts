/** Events that viewers pay for, and their tickets. */
import type { UserId } from '@tributary/contracts/shared';
import type { Channels } from '#features/channels/index.ts';
import type { Live } from '#features/live/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { PaymentsFeature } from '#features/payments/index.ts';
import { recordExports } from '#platform/audit/index.ts';
import type { CalendarEvent } from '#platform/calendar/calendar-file.ts';
import type { Database } from '#platform/db/database.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import type { Feature } from '#platform/feature.ts';
import type { Images } from '#platform/images/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { advanceEventsEveryMinute } from './advance.jobs.ts';
import { createEventGates } from './event-gates.ts';
import { createEventReminders } from './event-reminders.service.ts';
import { eventJobs } from './events.jobs.ts';
import { eventAnnounced, ticketNotice } from './events.notifications.ts';
import { eventRoutes } from './events.routes.ts';
import { createEvents as createEventsService, type NextEvent } from './events.service.ts';
import { eventsUserData } from './events-user-data.ts';
import { ownEventRoutes } from './own-events.routes.ts';
import { createOwnEvents } from './own-events.service.ts';
import { createStreamEvents } from './stream-event.service.ts';
import { noticesOfTickets } from './tickets/ticket-notices.jobs.ts';
import { createTicketPurpose } from './tickets/ticket-purpose.service.ts';
import { refundsOfTickets } from './tickets/ticket-refunds.jobs.ts';
import { hasValidTicket } from './tickets/tickets.repo.ts';
import { ticketRoutes } from './tickets/tickets.routes.ts';
import { createTickets } from './tickets/tickets.service.ts';

export type { NextEvent } from './events.service.ts';
export { projectRevenue } from './tickets/ticket-revenue.repo.ts';
export interface EventsOptions {
  readonly db: Database;
  readonly replica: ReadDatabase;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly images: Pick<Images, 'store' | 'claim' | 'release' | 'discard'>;
  readonly channels: Pick<Channels, 'summaries' | 'summaryByUsername'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly live: {
    readonly gates: Live['gates'];
    readonly playback: Pick<Live['playback'], 'addAccessPolicy'>;
  };
  readonly payments: Pick<PaymentsFeature, 'addPurpose' | 'checkouts' | 'refunds'>;
  readonly sharedState: SharedState;
  readonly publicUrl: string;
  readonly instanceName: () => string;
  /** Tests set the clock. */
  readonly now?: () => Date;
}

export interface EventsFeature extends Feature {
  /** The announced and canceled events of a channel from a moment on, for its calendar. */
  calendarOf(creatorId: UserId, since: Date): Promise<CalendarEvent[]>;
  /** The next published event of a channel. */
  nextOf(creatorId: UserId): Promise<NextEvent | null>;
}

export function createEvents(options: EventsOptions): EventsFeature {
  const { db, live, payments, now = () => new Date() } = options;
  const events = createEventsService({ ...options, now });
  live.gates.follow(createEventGates(now));
  live.playback.addAccessPolicy('event', (userId, gate) =>
    db.read((reader) => hasValidTicket(reader, gate.id, userId)),
  );
  payments.addPurpose(createTicketPurpose());
  return {
    ...eventsUserData(options),
    name: 'events',
    calendarOf: events.announcedSince,
    nextOf: events.nextOf,
    notifications: [eventAnnounced, ticketNotice],
    jobs: [
      advanceEventsEveryMinute(db, now),
      ...eventJobs({ ...options, now }),
      noticesOfTickets(options),
      refundsOfTickets({ ...payments, db }),
    ],
    routes(app) {
      eventRoutes(app, events, createEventReminders(db), recordExports(db));
      ticketRoutes(app, createTickets({ ...options, now }));
      ownEventRoutes(app, createOwnEvents({ ...options, now }), createStreamEvents(db, now));
    },
  };
}
