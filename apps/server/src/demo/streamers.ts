import { randomBytes } from 'node:crypto';
import type { Person } from '@tributary/demo-content/people';
import { STORIES } from '@tributary/demo-content/stories';
import type { Channels } from '#features/channels/index.ts';
import type { Users } from '#features/identity/index.ts';
import { markDemoAccounts } from './demo-accounts.ts';

/**
 * Creates the streamer if missing. Idempotent.
 * @returns the stream key
 * @throws AppError `username_taken` if another account has the username
 */
export async function seedStreamer(
  { username, displayName, bio, title, category, language = 'en' }: Person,
  { users, channels }: { readonly users: Users; readonly channels: Channels },
): Promise<string> {
  // Found by address, since an account with that username may not be the demo's.
  const email = `${username}@demo.example`;
  const existing = await users.findByEmail(email);
  const password = randomBytes(24).toString('base64url');
  const account = { username, displayName, email, password };
  const id = existing?.id ?? (await users.create(account, (tx, id) => markDemoAccounts(tx, [id]))).id;
  if (!existing?.avatarUrl)
    await users.editProfile(id, {
      displayName,
      bio,
      avatarUrl: `/demo/portraits/${username}.svg`,
      bannerUrl: existing?.bannerUrl ?? null,
    });
  await channels.upgrade(id);
  if ((await channels.settings(id)).title !== title)
    await channels.putSettings(id, { title, category, language, tags: tagsOf(username), isMature: false });
  return (await channels.ingestAccess(id)).streamKey;
}

const tagsOf = (username: string): string[] => [
  ...(STORIES.find((story) => story.username === username)?.tags ?? []),
];
