/** The demo's accounts, found by their addresses, so that no other accounts are among them. */
import type { UserId } from '@tributary/contracts/shared';
import { STORIES } from '@tributary/demo-content/stories';
import type { Story } from '@tributary/demo-content/stories/story';
import { VIEWERS } from '@tributary/demo-content/viewers';
import type { Reader } from '#platform/db/database.ts';

export const addressOf = (username: string): string => `${username}@demo.example`;

export interface SeededAccounts {
  /** Existing streamers with their stories. */
  readonly streamers: readonly { readonly id: UserId; readonly story: Story }[];
  /** The fictional viewers. */
  readonly viewers: readonly UserId[];
  /** The accounts for visitors to sign in with; null if missing. */
  readonly viewer: UserId | null;
  readonly streamer: UserId | null;
  readonly admin: UserId | null;
}

export async function findSeededAccounts(db: Reader): Promise<SeededAccounts> {
  const names = [
    ...STORIES.map(({ username }) => username),
    ...VIEWERS.map(({ username }) => username),
    'viewer',
    'admin',
  ];
  const rows = await db
    .selectFrom('profiles')
    .leftJoin('streamer_data', 'streamer_data.user_id', 'profiles.id')
    .select(['profiles.id', 'profiles.email', 'streamer_data.user_id as channel'])
    .where('profiles.email', 'in', names.map(addressOf))
    .execute();
  const found = new Map(rows.map((row) => [row.email, row]));
  const idOf = (username: string): UserId | null => found.get(addressOf(username))?.id ?? null;
  return {
    streamers: STORIES.flatMap((story) => {
      const row = found.get(addressOf(story.username));
      return row?.channel ? [{ id: row.id, story }] : [];
    }),
    viewers: VIEWERS.flatMap(({ username }) => idOf(username) ?? []),
    viewer: idOf('viewer'),
    streamer: idOf('streamer'),
    admin: idOf('admin'),
  };
}
