/** When the channels stream: weekly on some days, and one single stream each. */
import { channelOf } from '@tributary/demo-content/people';
import { SCHEDULES } from '@tributary/demo-content/schedules';
import { planEntry } from '#features/schedule/index.ts';
import type { Writer } from '#platform/db/database.ts';
import type { SeededAccounts } from './seeded-accounts.ts';
import { dayFrom } from './times.ts';

export async function seedSchedules(tx: Writer, { streamers }: SeededAccounts, now: Date): Promise<void> {
  const dayIn = (inDays: number) => dayFrom(now, inDays).toISOString().slice(0, 10);
  for (const { id: streamerId, story } of streamers) {
    const plan = SCHEDULES[story.username];
    if (plan === undefined) continue;
    const { timezone, weekly, once } = plan;
    const shared = { timezone, category: channelOf(story.username).category, endsOn: null };
    const entryOf = ({ title, time, minutes }: typeof once | typeof weekly) => ({
      ...shared,
      title,
      time,
      durationMinutes: minutes,
    });
    const every = { ...entryOf(weekly), startsOn: dayIn(0), weekdays: [...weekly.weekdays] };
    await planEntry(tx, streamerId, every, now);
    await planEntry(tx, streamerId, { ...entryOf(once), startsOn: dayIn(once.inDays), weekdays: [] }, now);
  }
}
