import type { ReportCaseDetail } from '@tributary/contracts/moderation';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Moment } from '@/ui/time.tsx';

type Report = ReportCaseDetail['reports'][number];

/** Frames of the reported content, each with a link to its moment. */
export function ReportFrames({ reports }: { reports: readonly Report[] }) {
  const shown = reports.filter(({ frame }) => frame !== null);
  if (shown.length === 0) return null;
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {shown.map((report) => (
        <li key={report.id}>
          <figure className="flex flex-col gap-2">
            <img
              src={`/api/admin/report-frames/${report.id}`}
              width={640}
              height={360}
              loading="lazy"
              alt={
                report.frame === 'moment'
                  ? t('moderation.report.videoFrame')
                  : t('moderation.report.thumbnailFrame')
              }
              className="aspect-video h-auto w-full rounded-media bg-black object-contain"
            />
            <figcaption className="flex flex-wrap gap-x-3 text-sm">
              {report.frame === 'moment' ? (
                <Position report={report} />
              ) : (
                <span>{t('moderation.report.thumbnail')}</span>
              )}
              <span className="text-muted">
                <Text k="moderation.report.reportedAt" values={{ moment: () => <Moment at={report.at} /> }} />
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

/** The position in the stream, which links there if the stream is recorded. */
export function Position({ report: { positionMs, href } }: { report: Report }) {
  if (positionMs === null) return null;
  const position = t('moderation.report.at', { clock: formatClock(positionMs / 1000) });
  if (href === null) return <span className="tabular-nums">{position}</span>;
  return (
    // The link opens a new tab, so that the decision is not interrupted.
    <a href={href} target="_blank" rel="noreferrer" className="inline-block py-0.5 text-accent tabular-nums">
      {position}
    </a>
  );
}
