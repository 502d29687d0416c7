import { dateText, localized } from '#platform/messages/index.ts';
import { defineNotification } from '#platform/notifications/index.ts';

export const SCHEDULE_NOTICES = ['before_start', 'moved', 'canceled'] as const;
export type ScheduleNotice = (typeof SCHEDULE_NOTICES)[number];

/** Sent to those who asked to be reminded of a scheduled stream. */
export const scheduleNotice = defineNotification({
  type: 'schedule_notice',
  preference: {
    key: 'schedule',
    label: localized('notice.preference.schedule'),
    audience: 'viewer',
    icon: 'event',
  },
  text: ({ stream, kind }: { readonly stream: NoticedStream; readonly kind: ScheduleNotice }) => ({
    ...textOf(stream, kind),
    href: `/streamer/${stream.username}?tab=schedule`,
    dedupeKey: `schedule:${stream.id}:${kind}:${stream.startsAt.toISOString()}`,
  }),
});

export interface NoticedStream {
  readonly id: string;
  readonly title: string;
  readonly startsAt: Date;
  readonly timezone: string;
  readonly username: string;
  readonly name: string;
}

function textOf({ title, name, startsAt, timezone }: NoticedStream, kind: ScheduleNotice) {
  if (kind === 'canceled')
    return { title: localized('notice.scheduleCanceled.title', { name }), message: title };
  const when = dateText(startsAt, { dateStyle: 'full', timeStyle: 'short', timeZone: timezone });
  const message = localized('notice.schedule.message', { title, when, zone: timezone });
  if (kind === 'moved') return { title: localized('notice.scheduleMoved.title', { name }), message };
  return { title: localized('notice.scheduleSoon.title', { name }), message };
}
