/** Values beyond their thresholds, about which an admin has to do something. */
import type { InstanceHealth, ProcessHealth, ProcessReport } from '@tributary/contracts/admin';
import { formatBytes } from '@/lib/format/bytes.ts';
import { t } from '@/lib/messages/t.ts';
import { type ExceededValue, exceededValues, isNear } from './exceeded-values.ts';
import { formatAgo, formatCores, formatPeriod, usageTexts } from './health-words.ts';

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
    ...workerFindings(health),
    ...ladderFindings(health),
    ...queueFindings(health),
    ...databaseFindings(health),
    ...backupFindings(health),
  ];
  return [...findings.filter(({ isCritical }) => isCritical), ...findings.filter((one) => !one.isCritical)];
}

export const processName = (index: number): string =>
  t('admin.health.process', { number: String(index + 1) });

function processFindings(process: ProcessHealth, name: string, health: InstanceHealth): Finding[] {
  const { id, report, isReporting, silentSeconds } = process;
  if (!isReporting) {
    const text =
      silentSeconds === null
        ? t('admin.finding.notReported', { process: name })
        : t('admin.finding.stopped', { process: name, ago: formatAgo(silentSeconds) });
    const advice = t('admin.finding.silentAdvice');
    return [{ id: `${id} silent`, isCritical: silentSeconds !== null, text, advice }];
  }
  if (report === null) {
    const text = t('admin.finding.otherForm', { process: name });
    return [
      {
        id: `${id} version`,
        isCritical: false,
        text,
        advice: t('admin.finding.otherFormAdvice'),
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
      text: t('admin.finding.oldProcess', {
        process: name,
        known: String(report.migration),
        applied: String(health.database.migration),
      }),
      advice: t('admin.finding.oldProcessAdvice'),
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
  const usageOf = (usage: { used: number; limit: number }) => ({ process: name, ...usageTexts(usage) });
  const bytesOf = ({ used, limit }: { used: number; limit: number }) => ({
    process: name,
    used: formatBytes(used),
    limit: formatBytes(limit),
  });
  const free = formatBytes(disk.freeBytes);
  switch (value) {
    case 'cpu':
      return warning(
        t('admin.finding.cpu', { process: name, cores: formatCores(cpu.used), limit: String(cpu.limit) }),
        t('admin.finding.cpuAdvice'),
      );
    case 'memory':
      return warning(t('admin.finding.memory', bytesOf(memory)), t('admin.finding.memoryAdvice'));
    case 'liveMedia':
      return warning(t('admin.finding.liveMedia', bytesOf(liveMedia)), t('admin.finding.liveMediaAdvice'));
    case 'eventLoop':
      return warning(
        t('admin.finding.late', { process: name, delay: String(Math.round(report.eventLoopDelayMs)) }),
        t('admin.finding.lateAdvice'),
      );
    case 'disk':
      return disk.freeBytes < disk.reserveBytes
        ? {
            isCritical: true,
            text: t('admin.finding.diskFull', {
              free,
              process: name,
              reserve: formatBytes(disk.reserveBytes),
            }),
            advice: t('admin.finding.diskFullAdvice'),
          }
        : {
            isCritical: true,
            text: t('admin.finding.diskLow', { free, process: name }),
            advice: t('admin.finding.diskLowAdvice'),
          };
    case 'publishers':
      return warning(t('admin.finding.publishers', usageOf(publishers)), t('admin.finding.publishersAdvice'));
    case 'ingestConnections':
      return warning(t('admin.finding.ingest', usageOf(ingestConnections)), t('admin.finding.ingestAdvice'));
    case 'viewers':
      return warning(t('admin.finding.viewers', usageOf(viewers)), t('admin.finding.viewersAdvice'));
    case 'webrtcViewers':
      return warning(
        t('admin.finding.webrtc', usageOf(webrtcViewers ?? { used: 0, limit: 0 })),
        t('admin.finding.webrtcAdvice'),
      );
  }
}

/** Processes for viewers leave jobs that keep cores busy to others. */
function workerFindings({ processes }: InstanceHealth): Finding[] {
  const reports = processes.flatMap(({ report, isReporting }) => (isReporting && report ? [report] : []));
  if (reports.length === 0 || reports.some(({ role }) => role !== 'web')) return [];
  return [{ id: 'no worker', ...warning(t('admin.finding.noWorker'), t('admin.finding.noWorkerAdvice')) }];
}

const warning = (text: string, advice: string) => ({ isCritical: false, text, advice });

function ladderFindings({ streams: all }: InstanceHealth): Finding[] {
  const withReason = (...kinds: string[]) => all.filter(({ reason }) => kinds.includes(reason?.kind ?? ''));
  const waiting = withReason('budget').length;
  const limited = withReason('channel_budget').length;
  const late = withReason('overloaded', 'failing').length;
  const found: Finding[] = [];
  if (waiting > 0) {
    found.push({
      id: 'budget',
      ...warning(t('admin.finding.budget', { count: waiting }), t('admin.finding.budgetAdvice')),
    });
  }
  if (limited > 0) {
    found.push({
      id: 'channel budget',
      ...warning(
        t('admin.finding.channelBudget', { count: limited }),
        t('admin.finding.channelBudgetAdvice'),
      ),
    });
  }
  if (late > 0) {
    found.push({
      id: 'late encoder',
      ...warning(t('admin.finding.lateEncoder', { count: late }), t('admin.finding.lateEncoderAdvice')),
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
          t('admin.finding.lateJob', {
            count: String(waiting),
            queue: name,
            period: formatPeriod(oldestWaitingSeconds),
          }),
          t('admin.finding.lateJobAdvice'),
        ),
      });
    }
    if (failed > 0) {
      found.push({
        id: `${name} failed`,
        ...warning(
          t('admin.finding.failedJobs', { count: failed, queue: name }),
          t('admin.finding.failedJobsAdvice'),
        ),
      });
    }
    return found;
  });
}

function databaseFindings({ database }: InstanceHealth): Finding[] {
  const { connections, waitingMigrations, replica } = database;
  const found: Finding[] = replica ? replicaFindings(replica) : [];
  if (isNear(connections, NEAR_CONNECTIONS)) {
    found.push({
      id: 'connections',
      ...warning(
        t('admin.finding.connections', usageTexts(connections)),
        t('admin.finding.connectionsAdvice'),
      ),
    });
  }
  if (waitingMigrations > 0) {
    found.push({
      id: 'migrations',
      isCritical: true,
      text: t('admin.finding.migrations', { count: waitingMigrations }),
      advice: t('admin.finding.migrationsAdvice'),
    });
  }
  return found;
}

function replicaFindings({ state, lagMs }: NonNullable<InstanceHealth['database']['replica']>): Finding[] {
  const id = 'replica';
  switch (state) {
    case 'behind': {
      const lag = String(Math.round(lagMs ?? 0));
      return [
        { id, ...warning(t('admin.finding.replicaBehind', { lag }), t('admin.finding.replicaBehindAdvice')) },
      ];
    }
    case 'down':
      return [{ id, ...warning(t('admin.finding.replicaDown'), t('admin.finding.replicaDownAdvice')) }];
    case 'unsuitable':
      return [
        { id, ...warning(t('admin.finding.replicaUnsuitable'), t('admin.finding.replicaUnsuitableAdvice')) },
      ];
    case 'used':
    case 'starting':
      return [];
  }
}

function backupFindings({ backup }: InstanceHealth): Finding[] {
  const text = backup === null ? null : backupProblem(backup);
  if (text === null) return [];
  const advice = t('admin.finding.backupAdvice');
  return [{ id: 'backup', ...warning(text, advice) }];
}

function backupProblem({
  isReadable,
  ageSeconds,
  everyHours,
}: NonNullable<InstanceHealth['backup']>): string | null {
  if (!isReadable) return t('admin.finding.backupUnreadable');
  if (ageSeconds === null) return t('admin.finding.noBackup');
  if (everyHours === 0 || ageSeconds < 2 * everyHours * 3600) return null;
  return t('admin.finding.oldBackup', { ago: formatAgo(ageSeconds), hours: String(everyHours) });
}
