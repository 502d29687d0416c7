/** A feature that is not in the product. It shows that a new feature is one folder and one line in a list. */
import { type StreamId, streamId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { streamEnded, streamStarted } from '#features/live/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Database } from '#platform/db/database.ts';
import { AppError } from '#platform/errors.ts';
import { type Feature, on } from '#platform/feature.ts';
import { defineJob, type Jobs, work } from '#platform/jobs/index.ts';
import { defineNotification } from '#platform/notifications/index.ts';
import { defineTopic, type Realtime } from '#platform/realtime/index.ts';
import { attendanceTopic } from './attendance.contract.ts';
import * as repo from './attendance.repo.ts';

const closeSheet = defineJob('attendance.close-sheet', z.object({ streamId, streamerId: userId }));

/** All that a notification needs. The settings, the bell, mails and pushes follow from it. */
export const sheetClosed = defineNotification({
  type: 'attendance',
  preference: {
    key: 'attendance',
    label: 'An attendance sheet of your stream is closed',
    audience: 'streamer',
    icon: 'event',
  },
  text: ({ id, attendees }: { readonly id: StreamId; readonly attendees: number }) => ({
    title: `${attendees} attended`,
    message: '',
    href: `/stream/${id}`,
    dedupeKey: `attendance:${id}`,
  }),
});

/** Opens a sheet when a stream starts, lets viewers check in, and closes the sheet when the stream ends. */
export function createAttendance({
  db,
  jobs,
  realtime,
  notifications,
}: {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly realtime: Realtime;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
}): Feature {
  async function sheetOf(id: StreamId): Promise<repo.Sheet> {
    const sheet = await db.read((reader) => repo.findSheet(reader, id));
    if (!sheet) throw new AppError('sheet_not_found', 'not_found', 'This stream has no attendance sheet.');
    return sheet;
  }

  return {
    name: 'attendance',
    notifications: [sheetClosed],
    topics: [
      defineTopic(attendanceTopic, {
        async snapshot(id) {
          const { closedWith, attendees } = await sheetOf(id);
          return { open: closedWith === null, attendees };
        },
        actions: {
          async checkIn({ key: id, connection: { principal } }, { seat }) {
            if ((await sheetOf(id)).closedWith !== null) {
              throw new AppError('sheet_closed', 'conflict', 'The stream is over.');
            }
            if (principal) await db.transact((tx) => repo.insertAttendee(tx, id, principal.userId, seat));
            const { attendees } = await sheetOf(id);
            realtime.topic(attendanceTopic, id).patch({ attendees });
            return { attendees };
          },
        },
      }),
    ],
    jobs: [
      work(closeSheet, async ({ streamId: id, streamerId }) => {
        const { attendees } = await sheetOf(id);
        await db.transact(async (tx) => {
          await repo.closeSheet(tx, id);
          await notifications.notify(tx, { userId: streamerId, ...sheetClosed.of({ id, attendees }) });
        });
        await realtime.topic(attendanceTopic, id).refresh();
      }),
    ],
    subscriptions: [
      on(streamStarted, ({ streamId: id }) => db.transact((tx) => repo.insertSheet(tx, id))),
      on(streamEnded, ({ streamId: id, streamerId }) =>
        db.transact((tx) => jobs.send(tx, closeSheet, { streamId: id, streamerId })),
      ),
    ],
    exportUserData: async (userId) => ({
      attendance: await db.read((reader) => repo.findAllOf(reader, userId)),
    }),
    deleteUserData: (tx, userId) => repo.deleteAllOf(tx, userId),
  };
}
