import type { InstanceHealth, ProcessHealth, ProcessReport } from '@tributary/contracts/admin';
import { clsx } from 'clsx';
import { formatBitrate, formatCount } from '@/lib/format.ts';
import { formatBytes } from '@/lib/format-bytes.ts';
import { Section } from '@/ui/layout.tsx';
import { type ExceededValue, exceededValues } from './exceeded-values.ts';
import { encodersText, formatCores, formatPeriod } from './health-words.ts';

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
  const title = isOnly ? 'Server process' : isThis ? `${name}, which answers you` : name;
  const state = isReporting ? null : silentSeconds === null ? 'Has not reported' : 'Stopped reporting';
  return (
    <Section
      title={title}
      aside={
        <p className="text-muted text-sm">
          {state ??
            (report && `Version ${report.version}, running for ${formatPeriod(report.uptimeSeconds)}`)}
        </p>
      }
    >
      {report === null ? (
        <p className="text-muted">There are no figures of this process.</p>
      ) : (
        <div>
          {!isReporting && silentSeconds !== null && (
            <p className="pb-4 text-sm">These are its figures of {formatPeriod(silentSeconds)} ago.</p>
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
  note: `of ${formatCount(usage.limit)}`,
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
    note: `of ${formatBytes(usage.limit)}`,
    share: shareOf(usage),
    exceeds,
  });
  return [
    {
      label: 'CPU',
      value: formatCores(cpu.used),
      note: `of ${cpu.limit}, without child processes`,
      share: shareOf(cpu),
      exceeds: 'cpu',
    },
    ofBytes('Memory', memory, 'memory'),
    ofBytes('Live media in memory', liveMedia, 'liveMedia'),
    {
      label: 'Event loop delay',
      value: `${Math.round(report.eventLoopDelayMs)} ms`,
      note: '99th percentile of 5 seconds',
      exceeds: 'eventLoop',
    },
    {
      label: 'Disk free',
      value: formatBytes(disk.freeBytes),
      note:
        recordingsPauseBelowBytes === null
          ? `of ${formatBytes(disk.totalBytes)}; writes are limited below ${formatBytes(disk.reserveBytes)}`
          : `of ${formatBytes(disk.totalBytes)}; recordings pause below ${formatBytes(recordingsPauseBelowBytes)}, other writes below ${formatBytes(disk.reserveBytes)}`,
      share: disk.totalBytes > 0 ? 1 - disk.freeBytes / disk.totalBytes : 0,
      exceeds: 'disk',
    },
    {
      label: 'Network',
      value: `${formatBitrate(network.outBitsPerSecond / 1000)} out`,
      note: `${formatBitrate(network.inBitsPerSecond / 1000)} in`,
    },
    counted('Live streams', report.publishers, 'publishers'),
    counted('Encoder connections', report.ingestConnections, 'ingestConnections'),
    counted('Viewers', report.viewers, 'viewers'),
    ...(webrtcViewers === null ? [] : [counted('Viewers over WebRTC', webrtcViewers, 'webrtcViewers')]),
    {
      label: 'Transcoding',
      value: transcoding.setting === 'off' ? 'Off' : formatCores(transcoding.cores.used),
      note:
        transcoding.setting === 'off'
          ? 'Viewers get the source. Set TRANSCODING to change that'
          : `of ${transcoding.cores.limit}. ${encodersText(transcoding)}`,
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
