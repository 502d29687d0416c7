/** The disk of DATA_DIR, and who can read the secrets on it. */
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '#config/config.ts';
import { type Finding, failed, ok, reasonOf, warning } from './finding.ts';

const GB = 1e9;
/** Nothing but live streams and sign-ins is written below this (`platform/disk`). */
const RESERVE_BYTES = 64 * 2 ** 20;
/** The alert DiskNearlyFull fires below this much free space. */
const LOW_BYTES = 2 * GB;

export interface FreeSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export async function checkStorage({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const directory = await nearestDirectory(dataDir);
  try {
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return [
      failed(
        `DATA_DIR: ${directory} is not writable by this user (${reasonOf(error)}).`,
        'Run this command as the user of the instance, or give that user the directory.',
      ),
    ];
  }
  const { bavail, bsize, blocks } = await statfs(directory);
  const space = { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  return [checkSpace(directory, space), ...(await checkSecretsFile(dataDir))];
}

export function checkSpace(directory: string, { freeBytes, totalBytes }: FreeSpace): Finding {
  const sizes = `${(freeBytes / GB).toFixed(1)} of ${(totalBytes / GB).toFixed(1)} GB are free on the disk of ${directory}.`;
  const advice =
    'Free some space, move DATA_DIR to a larger disk, or store files in an S3 bucket (S3_ENDPOINT).';
  if (freeBytes < RESERVE_BYTES) return failed(`${sizes} Nothing new is saved.`, advice);
  return freeBytes < LOW_BYTES ? warning(sizes, advice) : ok(sizes);
}

async function checkSecretsFile(dataDir: string): Promise<Finding[]> {
  const path = join(dataDir, 'secrets.json');
  const found = await stat(path).catch(() => null);
  if (found === null || (found.mode & 0o077) === 0) return [];
  return [failed(`${path} can be read by other users of this machine.`, `Run chmod 600 ${path}.`)];
}

/** The directory itself or, before the first start, the one that it will be created in. */
async function nearestDirectory(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found || dirname(path) === path ? path : nearestDirectory(dirname(path));
}
