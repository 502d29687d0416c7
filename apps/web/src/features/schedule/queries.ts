/** Queries and changes of schedules, for viewers and creators. */
import type { ScheduledStream } from '@tributary/contracts/schedule';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { optimistic, useApi, useApiMutation, useInvalidate } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';

const inputOf = (username: string) => ({ params: { username: username.toLowerCase() } });

/** The next scheduled streams of a channel, canceled ones included. */
export const useSchedule = (username: string) =>
  useApi('GET /api/streamers/:username/schedule', inputOf(username), {
    select: ({ streams }) => streams,
    refetchInterval: 60_000,
  });

/** The next stream or event of a channel. */
export const useNext = (username: string) =>
  useApi('GET /api/streamers/:username/schedule', inputOf(username), {
    select: ({ next }) => next,
    refetchInterval: 60_000,
  });

export const useScheduleSettled = (username: string): boolean => useSchedule(username).isFetched;

/** The next scheduled streams of followed channels, soonest first. */
export const useFollowedSchedule = () =>
  useApi('GET /api/me/following/schedule', {}, { select: ({ streams }) => streams });

/** Turns the reminder of a scheduled stream on or off; shown at once, and taken back if the server refuses. */
export function useReminder({ id, streamer }: ScheduledStream) {
  const invalidate = useInvalidate();
  const answers = apiQuery('GET /api/streamers/:username/schedule', inputOf(streamer.username));
  const params = { id };
  return useApiMutation(
    (isReminded: boolean) =>
      isReminded
        ? call('PUT /api/me/schedule-reminders/:id', { params })
        : call('DELETE /api/me/schedule-reminders/:id', { params }),
    {
      scope: { id: `reminder ${id}` },
      shows: optimistic(
        answers,
        (schedule, isReminded: boolean) =>
          schedule && {
            ...schedule,
            streams: schedule.streams.map((one) => (one.id === id ? { ...one, isReminded } : one)),
          },
      ),
      failure: t('schedule.reminder.failed'),
      onSuccess: () =>
        void invalidate('GET /api/streamers/:username/schedule', 'GET /api/me/following/schedule'),
    },
  );
}
