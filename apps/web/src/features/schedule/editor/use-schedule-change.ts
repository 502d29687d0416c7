import type { ScheduleEntry } from '@tributary/contracts/schedule';
import { apiQuery } from '@/lib/api/api-query.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';

interface OwnSchedule {
  readonly entries: ScheduleEntry[];
}

/** A change that the server answers with the whole schedule. @param failure the title of a toast if it fails */
export const useScheduleChange = <Variables>(
  change: (variables: Variables) => Promise<OwnSchedule>,
  failure?: string,
) =>
  useApiMutation(change, {
    answers: apiQuery('GET /api/me/schedule'),
    invalidates: ['GET /api/streamers/:username/schedule', 'GET /api/me/following/schedule'],
    ...(failure !== undefined && { failure }),
  });
