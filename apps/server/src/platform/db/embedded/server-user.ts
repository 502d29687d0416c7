/** PostgreSQL refuses to run as root, so under root it runs as the owner of its data, or as nobody. */
import { readFileSync } from 'node:fs';
import { lchown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '#platform/config-error.ts';

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** @param cluster may not exist yet. @returns null to run the server as the current user */
export async function serverUser(cluster: string): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(cluster).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const nobody = findUser('nobody');
  // Root restored it from a backup, so the server's user has to own it again.
  if (owner) await changeOwner(cluster, nobody);
  return nobody;
}

/** initdb needs a user that is in /etc/passwd, as `nobody` is on every system. */
function findUser(name: string): ServerUser {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid || Number(uid) === 0) {
    throw new ConfigError(
      `PostgreSQL does not run as root, and this system has no user "${name}" to run it as. Start Tributary as another user, or set DATABASE_URL.`,
    );
  }
  return { uid: Number(uid), gid: Number(gid) };
}

async function changeOwner(directory: string, { uid, gid }: ServerUser): Promise<void> {
  await lchown(directory, uid, gid);
  for (const entry of await readdir(directory, { recursive: true }))
    await lchown(join(directory, entry), uid, gid);
}
