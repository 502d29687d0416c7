/** Users and channels made by the services of their features, for tests without HTTP. */
import type { UserId } from '@tributary/contracts/shared';
import { createChannelsService } from '#features/channels/index.ts';
import { createUsers } from '#features/identity/index.ts';
import type { TestDatabase } from './database.ts';

export function createUsersFixture(db: TestDatabase) {
  const users = createUsers(db);
  const channels = createChannelsService({
    db,
    users,
    rtmpUrl: 'rtmp://127.0.0.1/live',
    streamKeySecret: 'a secret of the tests',
  });
  let made = 0;

  async function account(kind: 'viewer' | 'streamer' = 'viewer'): Promise<{ id: UserId; username: string }> {
    const username = `${kind}-${++made}`;
    const { id } = await users.create({ username, email: `${username}@example.org` });
    if (kind === 'streamer') await channels.upgrade(id);
    return { id, username };
  }

  return { users, channels, account };
}
