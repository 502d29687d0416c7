import type { InstanceHealth, ProcessHealth, ProcessReport } from '@tributary/contracts/admin';
import { clsx } from 'clsx';
import { formatBytes } from '@/lib/format/bytes.ts';
import { formatBitrate, formatMeasure } from '@/lib/format/measures.ts';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { Section } from '@/ui/layout.tsx';
import { type ExceededValue, exceededValues } from './exceeded-values.ts';
import { encodersText, formatAgo, formatCores, formatPeriod } from './health-words.ts';

interface ProcessFiguresProps {
  process: ProcessHealth;
  name: string;
  /** Whether the instance has no other process. */
  isOnly: boolean;
  storage: InstanceHealth['storage'];
}

/** The use of a process's machine and of its limits. */
export function ProcessFigures({ process, name, isOnly, storage }: ProcessFiguresProps) {
  const { report, isReporting, silentSeconds, isThis } = process;
  const title = isOnly ? t('admin.process.only') : isThis ? t('admin.process.this', { process: name }) : name;
  const state = isReporting
    ? null
    : t(silentSeconds === null ? 'admin.process.notReported' : 'admin.process.stopped');
  return (
    <Section
      title={title}
      aside={
        <p className="text-muted text-sm">
          {state ??
            (report &&
              t('admin.instance.running', {
                version: report.version,
                period: formatPeriod(report.uptimeSeconds),
              }))}
        </p>
      }
    >
      {report === null ? (
        <p className="text-muted">{t('admin.process.noFigures')}</p>
      ) : (
        <div>
          {!isReporting && silentSeconds !== null && (
            <p className="pb-4 text-sm">{t('admin.process.oldFigures', { ago: formatAgo(silentSeconds) })}</p>
          )}
          <Meters report={report} isCurrent={isReporting} storage={storage} />
        </div>
      )}
    </Section>
  );
}

interface Meter {
  label: string;
  value: string;
  note: string;
  /** From 0 to 1; none for values without a limit. */
  share?: number;
  exceeds?: ExceededValue;
}

type Usage = ProcessReport['cpu'];

const shareOf = ({ used, limit }: Usage): number => (limit > 0 ? Math.min(1, used / limit) : 0);

const counted = (label: string, usage: Usage, exceeds: ExceededValue): Meter => ({
  label,
  value: formatCount(usage.used),
  note: t('admin.process.of', { limit: formatCount(usage.limit) }),
  share: shareOf(usage),
  exceeds,
});

function metersOf(
  report: Omit<ProcessReport, 'streams'>,
  { recordingsPauseBelowBytes }: InstanceHealth['storage'],
): Meter[] {
  const { cpu, memory, liveMedia, disk, network, transcoding, webrtcViewers } = report;
  const ofBytes = (label: string, usage: Usage, exceeds: ExceededValue): Meter => ({
    label,
    value: formatBytes(usage.used),
    note: t('admin.process.of', { limit: formatBytes(usage.limit) }),
    share: shareOf(usage),
    exceeds,
  });
  return [
    {
      label: t('admin.process.cpu'),
      value: formatCores(cpu.used),
      note: t('admin.process.ofCpu', { limit: String(cpu.limit) }),
      share: shareOf(cpu),
      exceeds: 'cpu',
    },
    ofBytes(t('admin.process.memory'), memory, 'memory'),
    ofBytes(t('admin.process.liveMedia'), liveMedia, 'liveMedia'),
    {
      label: t('admin.process.eventLoop'),
      value: formatMeasure(report.eventLoopDelayMs, 'ms'),
      note: t('admin.process.eventLoopNote'),
      exceeds: 'eventLoop',
    },
    {
      label: t('admin.process.disk'),
      value: formatBytes(disk.freeBytes),
      note:
        recordingsPauseBelowBytes === null
          ? t('admin.process.diskNote', {
              total: formatBytes(disk.totalBytes),
              reserve: formatBytes(disk.reserveBytes),
            })
          : t('admin.process.diskNoteRecordings', {
              total: formatBytes(disk.totalBytes),
              pause: formatBytes(recordingsPauseBelowBytes),
              reserve: formatBytes(disk.reserveBytes),
            }),
      share: disk.totalBytes > 0 ? 1 - disk.freeBytes / disk.totalBytes : 0,
      exceeds: 'disk',
    },
    {
      label: t('admin.process.network'),
      value: t('admin.process.out', { rate: formatBitrate(network.outBitsPerSecond / 1000) }),
      note: t('admin.process.in', { rate: formatBitrate(network.inBitsPerSecond / 1000) }),
    },
    counted(t('admin.health.liveStreams'), report.publishers, 'publishers'),
    counted(t('admin.process.encoderConnections'), report.ingestConnections, 'ingestConnections'),
    counted(t('admin.process.viewers'), report.viewers, 'viewers'),
    ...(webrtcViewers === null ? [] : [counted(t('admin.process.webrtc'), webrtcViewers, 'webrtcViewers')]),
    {
      label: t('admin.process.transcoding'),
      value: transcoding.setting === 'off' ? t('admin.encoders.off') : formatCores(transcoding.cores.used),
      note:
        transcoding.setting === 'off'
          ? t('admin.process.transcodingOff')
          : t('admin.process.transcodingNote', {
              limit: String(transcoding.cores.limit),
              encoders: encodersText(transcoding),
            }),
      ...(transcoding.setting !== 'off' && { share: shareOf(transcoding.cores) }),
    },
  ];
}

function Meters({
  report,
  isCurrent,
  storage,
}: {
  report: Omit<ProcessReport, 'streams'>;
  /** Whether the values are of now, so that those beyond their thresholds are highlighted. */
  isCurrent: boolean;
  storage: InstanceHealth['storage'];
}) {
  const exceeded = isCurrent
    ? exceededValues(report, storage.recordingsPauseBelowBytes)
    : new Set<ExceededValue>();
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-6 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]">
      {metersOf(report, storage).map(({ label, value, note, share, exceeds }) => {
        const isExceeded = exceeds !== undefined && exceeded.has(exceeds);
        return (
          <div key={label} className="flex min-w-0 flex-col gap-1">
            <dt className="text-muted text-sm">{label}</dt>
            <dd
              className={clsx('font-display font-semibold text-lg tabular-nums', isExceeded && 'text-amber')}
            >
              {value}
            </dd>
            <dd aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-surface-2">
              {share !== undefined && (
                <div
                  className={clsx('h-full rounded-full', isExceeded ? 'bg-amber' : 'bg-accent')}
                  style={{ width: `${Math.round(100 * share)}%` }}
                />
              )}
            </dd>
            <dd className="text-muted text-xs">{note}</dd>
          </div>
        );
      })}
    </dl>
  );
}
