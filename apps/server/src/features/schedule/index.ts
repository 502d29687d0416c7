/** Streams that creators plan, once or weekly, and reminders of them. */
import type { Channels } from '#features/channels/index.ts';
import type { EventsFeature } from '#features/events/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import type { Feature } from '#platform/feature.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { findAllEntriesOf } from './entries.repo.ts';
import { extendRegularly } from './extend.jobs.ts';
import { createOwnSchedule } from './own-schedule.service.ts';
import { findAllReminders } from './reminders.repo.ts';
import { scheduleJobs } from './schedule.jobs.ts';
import { scheduleNotice } from './schedule.notifications.ts';
import { scheduleRoutes } from './schedule.routes.ts';
import { createSchedules } from './schedule.service.ts';

export { planEntry } from './planning.ts';

export interface ScheduleOptions {
  readonly db: Database;
  readonly replica: ReadDatabase;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly sharedState: SharedState;
  readonly channels: Pick<Channels, 'summaries' | 'summaryByUsername'>;
  readonly events: Pick<EventsFeature, 'calendarOf' | 'nextOf'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly instanceName: () => string;
  readonly publicUrl: string;
  /** Tests set the clock. */
  readonly now?: () => Date;
}

export function createSchedule(given: ScheduleOptions): Feature {
  const options = { now: () => new Date(), ...given };
  const { db, now } = options;
  return {
    name: 'schedule',
    notifications: [scheduleNotice],
    jobs: [...scheduleJobs(options), extendRegularly(db, now)],
    routes: (app) => scheduleRoutes(app, createSchedules(options), createOwnSchedule(options)),
    exportUserData: (userId) =>
      db.read(async (reader) => ({
        schedule: await findAllEntriesOf(reader, userId),
        scheduleReminders: await findAllReminders(reader, userId),
      })),
  };
}
