/** When the channels stream: weekly on some evenings, and one single stream each. */
import { channelOf } from '@tributary/demo-content/people';
import { planEntry } from '#features/schedule/index.ts';
import type { Writer } from '#platform/db/database.ts';
import type { SeededAccounts } from './seeded-accounts.ts';
import { dayFrom } from './times.ts';

const TIME_ZONES = ['Europe/Berlin', 'America/New_York', 'Europe/Lisbon', 'Asia/Tokyo'] as const;
const EVENINGS: readonly (readonly number[])[] = [[2, 4], [5], [1, 3, 6], [7], [3, 5]];

export async function seedSchedules(tx: Writer, { streamers }: SeededAccounts, now: Date): Promise<void> {
  for (const [index, { id: streamerId, story }] of streamers.entries()) {
    const { category } = channelOf(story.username);
    const [title = story.username, special = title] = story.past;
    const startsOn = (inDays: number) => dayFrom(now, inDays).toISOString().slice(0, 10);
    const zone = { timezone: TIME_ZONES[index % TIME_ZONES.length] ?? 'UTC', category, endsOn: null };
    const weekly = { startsOn: startsOn(0), time: `${18 + (index % 4)}:00`, durationMinutes: 120 };
    const once = { startsOn: startsOn(3 + (index % 9)), time: '15:30', durationMinutes: 90, weekdays: [] };
    const weekdays = [...(EVENINGS[index % EVENINGS.length] ?? [])];
    await planEntry(tx, streamerId, { ...zone, ...weekly, title, weekdays }, now);
    await planEntry(tx, streamerId, { ...zone, ...once, title: special }, now);
  }
}
