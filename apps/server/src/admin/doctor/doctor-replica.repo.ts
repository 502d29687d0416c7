/** The replica of DATABASE_REPLICA_URL: whether reads that may be a second old can use it. Nothing is changed. */
import type { Config } from '#config/config.ts';
import { replayedPosition, writtenPosition } from '#platform/db/replica/position-reader.ts';
import { unsuitability } from '#platform/db/replica/replica-watch.ts';
import { type Finding, failed, ok, reasonOf, warning } from './finding.ts';

export async function checkReplica({
  databaseUrl,
  databaseReplica,
}: Pick<Config, 'databaseUrl' | 'databaseReplica'>): Promise<Finding[]> {
  if (databaseReplica === null || databaseUrl === null) return [];
  const { url, maxLagMs } = databaseReplica;
  const primary = writtenPosition({ connectionString: databaseUrl });
  const replica = replayedPosition({ connectionString: url });
  try {
    const written = await primary.read().catch(() => null);
    // The check of the database says why it does not answer.
    if (written === null) return [];
    const deadline = performance.now() + maxLagMs;
    for (;;) {
      const replayed = await replica.read();
      const reason = unsuitability(written, replayed);
      if (reason !== null)
        return [failed(reason, 'Name a streaming replica of DATABASE_URL, or remove DATABASE_REPLICA_URL.')];
      if (replayed.bytes >= written.bytes)
        return [ok(`The replica answers, and is at most ${maxLagMs / 1000} s behind.`)];
      if (performance.now() > deadline)
        return [
          warning(
            `The replica is more than ${maxLagMs / 1000} s behind, so DATABASE_URL answers all reads.`,
            'Check what holds it up, such as long queries on it, its disk or the network.',
          ),
        ];
    }
  } catch (error) {
    return [
      failed(
        `The replica cannot be used: ${reasonOf(error)}.`,
        'Check the address, the user, the password and the name in DATABASE_REPLICA_URL, and that the server accepts connections from this machine.',
      ),
    ];
  } finally {
    await Promise.all([primary.close(), replica.close()]);
  }
}
