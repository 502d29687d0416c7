/** Values beyond their thresholds, about which an admin has to do something. */
import type { InstanceHealth, ProcessHealth, ProcessReport } from '@tributary/contracts/admin';
import { formatNumberOf } from '@/lib/format.ts';
import { formatBytes } from '@/lib/format-bytes.ts';
import { type ExceededValue, exceededValues, isNear } from './exceeded-values.ts';
import { formatCores, formatPeriod } from './health-words.ts';

export interface Finding {
  readonly id: string;
  /** Critical: viewers or creators lose something now. */
  readonly isCritical: boolean;
  /** The finding, with its values. */
  readonly text: string;
  readonly advice: string;
}

const NEAR_CONNECTIONS = 0.8;
const LATE_JOB_SECONDS = 300;

/** The most urgent first. */
export function findingsOf(health: InstanceHealth): Finding[] {
  const findings = [
    ...health.processes.flatMap((process, index) => processFindings(process, processName(index), health)),
    ...ladderFindings(health),
    ...queueFindings(health),
    ...databaseFindings(health),
    ...backupFindings(health),
  ];
  return [...findings.filter(({ isCritical }) => isCritical), ...findings.filter((one) => !one.isCritical)];
}

export const processName = (index: number): string => `Process ${index + 1}`;

function processFindings(process: ProcessHealth, name: string, health: InstanceHealth): Finding[] {
  const { id, report, isReporting, silentSeconds } = process;
  if (!isReporting) {
    const text =
      silentSeconds === null
        ? `${name} is registered but has not reported.`
        : `${name} stopped reporting ${formatPeriod(silentSeconds)} ago.`;
    const advice =
      'Check that it runs and reaches the database. Its streams continue on another process when their encoders reconnect.';
    return [{ id: `${id} silent`, isCritical: silentSeconds !== null, text, advice }];
  }
  if (report === null) {
    const text = `${name} reports in a form that this version cannot read.`;
    return [
      {
        id: `${id} version`,
        isCritical: false,
        text,
        advice: 'Finish the upgrade: run the same version everywhere.',
      },
    ];
  }
  const { recordingsPauseBelowBytes } = health.storage;
  const found = [...exceededValues(report, recordingsPauseBelowBytes)].map((value) => ({
    id: `${id} ${value}`,
    ...exceededFinding(value, name, report),
  }));
  if (report.migration < health.database.migration) {
    found.push({
      id: `${id} old`,
      isCritical: false,
      text: `${name} knows migrations up to ${report.migration}, and the database has ${health.database.migration}.`,
      advice: 'Restart it with the newer version.',
    });
  }
  return found;
}

function exceededFinding(
  value: ExceededValue,
  name: string,
  report: Omit<ProcessReport, 'streams'>,
): Omit<Finding, 'id'> {
  const { cpu, memory, liveMedia, disk, publishers, ingestConnections, viewers, webrtcViewers } = report;
  const count = (usage: { used: number; limit: number }) => `${usage.used} of ${usage.limit}`;
  switch (value) {
    case 'cpu':
      return warning(
        `${name} uses ${formatCores(cpu.used)} of ${cpu.limit}.`,
        'Lower TRANSCODING, or add another process on another machine.',
      );
    case 'memory':
      return warning(
        `${name} uses ${formatBytes(memory.used)} of ${formatBytes(memory.limit)} of memory.`,
        'Lower LIVE_MEMORY_MB, or give the machine more memory.',
      );
    case 'liveMedia':
      return warning(
        `Live media in ${name} takes ${formatBytes(liveMedia.used)} of ${formatBytes(liveMedia.limit)}; beyond that, viewers cannot rewind as far.`,
        'Raise LIVE_MEMORY_MB, or shorten LIVE_WINDOW_SECONDS.',
      );
    case 'eventLoop':
      return warning(
        `${name} answers up to ${Math.round(report.eventLoopDelayMs)} ms late.`,
        'Check what else uses the machine’s processor, and lower TRANSCODING.',
      );
    case 'disk':
      return disk.freeBytes < disk.reserveBytes
        ? {
            isCritical: true,
            text: `${formatBytes(disk.freeBytes)} are free on the disk of ${name}. Nothing new is saved until ${formatBytes(disk.reserveBytes)} are free.`,
            advice: 'Free some space now. Live streams and sign-ins continue.',
          }
        : {
            isCritical: true,
            text: `${formatBytes(disk.freeBytes)} are free on the disk of ${name}, so recordings are paused.`,
            advice: 'Delete recordings, shorten their retention in Settings, or use a larger disk.',
          };
    case 'publishers':
      return warning(
        `${name} serves ${count(publishers)} live streams. Beyond the limit, others are refused.`,
        'Raise MAX_STREAMS, or add another process.',
      );
    case 'ingestConnections':
      return warning(
        `${name} has ${count(ingestConnections)} connections of encoders. Beyond the limit, others are refused.`,
        'Add another process, and send some encoders there.',
      );
    case 'viewers':
      return warning(
        `${name} has ${count(viewers)} viewers. Beyond the limit, others are refused.`,
        'Raise MAX_VIEWERS, or add another process.',
      );
    case 'webrtcViewers':
      return warning(
        `${name} has ${webrtcViewers ? count(webrtcViewers) : 'too many'} viewers over WebRTC. Beyond the limit, others are refused.`,
        'Raise WEBRTC_MAX_VIEWERS.',
      );
  }
}

const warning = (text: string, advice: string) => ({ isCritical: false, text, advice });

const streams = (count: number): string => formatNumberOf(count, 'stream');

function ladderFindings({ streams: all }: InstanceHealth): Finding[] {
  const withReason = (...kinds: string[]) => all.filter(({ reason }) => kinds.includes(reason?.kind ?? ''));
  const waiting = withReason('budget').length;
  const limited = withReason('channel_budget').length;
  const late = withReason('overloaded', 'failing').length;
  const found: Finding[] = [];
  if (waiting > 0) {
    found.push({
      id: 'budget',
      ...warning(
        `Viewers of ${streams(waiting)} were refused a rendition, since the budget of cores is used up.`,
        'Raise TRANSCODING, offer fewer renditions in Settings, or add another process.',
      ),
    });
  }
  if (limited > 0) {
    found.push({
      id: 'channel budget',
      ...warning(
        `Viewers of ${streams(limited)} were refused a rendition by the limit of each channel.`,
        'Raise “Cores of each channel” in Settings, Video quality.',
      ),
    });
  }
  if (late > 0) {
    found.push({
      id: 'late encoder',
      ...warning(
        `The encoder of ${streams(late)} is too slow or fails.`,
        'Lower TRANSCODING to what the machine really has, or offer smaller renditions.',
      ),
    });
  }
  return found;
}

function queueFindings({ queues }: InstanceHealth): Finding[] {
  return queues.flatMap(({ name, waiting, failed, oldestWaitingSeconds }) => {
    const found: Finding[] = [];
    if (oldestWaitingSeconds !== null && oldestWaitingSeconds >= LATE_JOB_SECONDS) {
      found.push({
        id: `${name} late`,
        ...warning(
          `The oldest of the ${waiting} jobs in the queue ${name} has waited for ${formatPeriod(oldestWaitingSeconds)}.`,
          'Check the log for jobs that fail or hang. Add another process where there is too much work.',
        ),
      });
    }
    if (failed > 0) {
      found.push({
        id: `${name} failed`,
        ...warning(
          `${formatNumberOf(failed, 'job')} of the queue ${name} failed on the last attempt within the last hour.`,
          'Search the log for “A job failed on its last attempt”, which names the cause.',
        ),
      });
    }
    return found;
  });
}

function databaseFindings({ database }: InstanceHealth): Finding[] {
  const { connections, waitingMigrations } = database;
  const found: Finding[] = [];
  if (isNear(connections, NEAR_CONNECTIONS)) {
    found.push({
      id: 'connections',
      ...warning(
        `The database has ${connections.used} of ${connections.limit} connections.`,
        'Raise max_connections of PostgreSQL, or run fewer processes.',
      ),
    });
  }
  if (waitingMigrations > 0) {
    found.push({
      id: 'migrations',
      isCritical: true,
      text: `${waitingMigrations === 1 ? '1 migration waits' : `${waitingMigrations} migrations wait`} for the database.`,
      advice: 'Restart this process, which applies them.',
    });
  }
  return found;
}

function backupFindings({ backup }: InstanceHealth): Finding[] {
  const text = backup === null ? null : backupProblem(backup);
  if (text === null) return [];
  const advice =
    'Run npm run -s admin -- backup, which says why one fails, and check BACKUP_TO and BACKUP_KEY_FILE.';
  return [{ id: 'backup', ...warning(text, advice) }];
}

function backupProblem({
  isReadable,
  ageSeconds,
  everyHours,
}: NonNullable<InstanceHealth['backup']>): string | null {
  if (!isReadable) return 'The place of the backups cannot be read.';
  if (ageSeconds === null) return 'There is no backup yet.';
  if (everyHours === 0 || ageSeconds < 2 * everyHours * 3600) return null;
  return `The last backup was made ${formatPeriod(ageSeconds)} ago, and one is made every ${everyHours} h.`;
}
