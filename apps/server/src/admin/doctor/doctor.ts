/**
 * `admin doctor`: examines the machine and the settings of an instance that runs or is stopped, changes nothing, and says how
 * to fix what it finds.
 */
import { styleText } from 'node:util';
import type { Config } from '#config/config.ts';
import { findSecrets } from '#config/secrets.ts';
import { runningConnection } from '#platform/db/index.ts';
import { findLockHolder } from '#platform/process/instance-lock.ts';
import { CommandFailure } from '../command.ts';
import { checkDatabase } from './doctor-database.repo.ts';
import { checkReplica } from './doctor-replica.repo.ts';
import { checkExposure } from './exposure.ts';
import { type Finding, failed, reasonOf } from './finding.ts';
import { checkMail } from './mail.ts';
import { checkMediaHost } from './media-host.ts';
import { checkPorts } from './ports.ts';
import { checkPublicAddress } from './public-address.ts';
import { checkStorage } from './storage.ts';

/** @returns the findings, one a line @throws CommandFailure with all findings if one has failed */
export async function runDoctor(config: Config): Promise<string> {
  const findings = await examine(config);
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const report = [
    ...findings.map(lineOf),
    '',
    `${findings.length} checks: ${count('failed')} failed, ${count('warning')} with a warning.`,
  ].join('\n');
  if (count('failed') > 0) throw new CommandFailure(report);
  return report;
}

async function examine(config: Config): Promise<Finding[]> {
  const pid = await findLockHolder(config.dataDir);
  const secrets = await findSecrets(config);
  const connection =
    config.databaseUrl !== null
      ? { connectionString: config.databaseUrl }
      : secrets && (await runningConnection(config.dataDir, secrets.database));
  const isRunning = pid !== null;
  const groups = await Promise.all([
    guarded('The ports', checkPorts(config, pid)),
    guarded('The storage', checkStorage(config)),
    guarded('The database', checkDatabase(config, connection)),
    guarded('The replica of the database', checkReplica(config)),
    guarded('The public address', checkPublicAddress(config, { isRunning, secret: secrets?.auth ?? null })),
    guarded('The host of media', checkMediaHost(config, isRunning)),
    guarded('The mail server', checkMail(config)),
    checkExposure(config),
  ]);
  return groups.flat();
}

/** A check that fails itself is a finding, and the others are still shown. */
async function guarded(what: string, findings: Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await findings;
  } catch (error) {
    return [
      failed(`${what} could not be examined: ${reasonOf(error)}.`, 'Report this as a problem of Tributary.'),
    ];
  }
}

const STYLE = { ok: 'green', warning: 'yellow', failed: 'red' } as const;

function lineOf({ state, message, advice }: Finding): string {
  const line = `${styleText(STYLE[state], state.padEnd(7))}  ${message}`;
  return advice === undefined ? line : `${line}\n         ${advice}`;
}
