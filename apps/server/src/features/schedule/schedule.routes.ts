import { createHash } from 'node:crypto';
import {
  createScheduleEntry,
  deleteScheduleEntry,
  deleteScheduleReminder,
  getOwnSchedule,
  getScheduleCalendar,
  listFollowedSchedule,
  listSchedule,
  putScheduledStream,
  putScheduleEntry,
  putScheduleReminder,
} from '@tributary/contracts/schedule';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { OwnSchedule } from './own-schedule.service.ts';
import type { Schedules } from './schedule.service.ts';

export function scheduleRoutes(app: FastifyInstance, schedules: Schedules, own: OwnSchedule): void {
  route(app, listSchedule, async ({ params, findCaller }) => {
    const caller = await findCaller();
    const streams = await schedules.upcomingOf(params.username, caller?.userId ?? null);
    return { streams, next: await schedules.nextOf(params.username) };
  });
  route(app, getScheduleCalendar, async ({ params, request, reply }) => {
    const file = await schedules.calendarOf(params.username);
    const etag = `"${createHash('sha256').update(file).digest('base64url').slice(0, 27)}"`;
    reply.header('etag', etag).header('cache-control', 'public, max-age=300');
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="schedule.ics"');
    return file;
  });
  route(app, listFollowedSchedule, async ({ caller }) => ({
    streams: await schedules.followed(caller.userId),
  }));
  route(app, putScheduleReminder, ({ caller, params }) => schedules.remind(caller.userId, params.id));
  route(app, deleteScheduleReminder, ({ caller, params }) => schedules.forget(caller.userId, params.id));

  route(app, getOwnSchedule, ({ caller }) => own.of(caller.userId));
  route(app, createScheduleEntry, ({ caller, body }) => own.create(caller.userId, body));
  route(app, putScheduleEntry, ({ caller, params, body }) => own.edit(caller.userId, params.id, body));
  route(app, deleteScheduleEntry, ({ caller, params }) => own.remove(caller.userId, params.id));
  route(app, putScheduledStream, ({ caller, params, body }) =>
    own.editStream(caller.userId, params.id, body),
  );
}
