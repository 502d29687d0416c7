import type { ReportCase } from '@tributary/contracts/moderation';
import { Flag } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApiTable } from '@/lib/api/use-api.ts';
import { REASON_LABELS } from '@/lib/labels/report-reasons.ts';
import { t } from '@/lib/messages/t.ts';
import { refine } from '@/lib/table-search.ts';
import { Badge } from '@/ui/badge.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { Filter, FilterBar } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { useRowSelection } from '@/ui/tables/row-selection.ts';
import { Moment } from '@/ui/time.tsx';
import { ReportsBulk } from '../bulk/reports-bulk.tsx';
import { reportFilterOf } from '../queries.ts';
import { KIND_LABELS, OUTCOME_LABELS } from './report-words.ts';

interface ReportTableProps extends Searched {
  caseLink: (id: string, children: ReactNode) => ReactNode;
}

/** Reported cases, newest first. */
export function ReportTable({ search, onSearch, caseLink }: ReportTableProps) {
  const filter = reportFilterOf(search);
  const reports = useApiTable('GET /api/admin/reports', search, { query: filter });
  const selection = useRowSelection(reports.data?.items.map(({ id }) => id) ?? []);
  const isOpen = filter.state === undefined || filter.state === 'open';
  const columns: readonly Column<ReportCase>[] = [
    {
      label: t('moderation.report.reported'),
      cell: (report) => caseLink(report.id, <Reported report={report} />),
    },
    {
      label: t('moderation.person'),
      cell: ({ person }) => (person ? <bdi>@{person.username}</bdi> : t('moderation.report.nobody')),
    },
    {
      label: t('moderation.report.reasons'),
      cell: ({ reasons }) => reasons.map((reason) => REASON_LABELS[reason]).join(', '),
    },
    { label: t('moderation.report.reports'), figure: true, cell: ({ reportCount }) => reportCount },
    { label: t('moderation.state'), cell: (report) => <State report={report} /> },
    { label: t('moderation.report.first'), figure: true, cell: ({ openedAt }) => <Moment at={openedAt} /> },
  ];
  return (
    <div className="flex flex-col gap-5">
      <FilterBar>
        <Filter
          label={t('moderation.state')}
          value={filter.state === 'open' ? undefined : filter.state}
          options={{ '': t('moderation.open'), decided: t('moderation.decided'), all: t('moderation.all') }}
          onChange={(state) => onSearch(refine(search, { state }))}
        />
        <Filter
          label={t('moderation.report.kind')}
          value={filter.kind}
          options={{ '': t('moderation.all'), ...KIND_LABELS }}
          onChange={(kind) => onSearch(refine(search, { kind }))}
        />
      </FilterBar>
      <PagedTable
        caption={t('moderation.report.reports')}
        columns={columns}
        page={reports}
        {...(isOpen && { selection })}
        search={search}
        onSearch={onSearch}
        nameOf={({ title }) => title}
        empty={{
          icon: Flag,
          title: t('moderation.report.none'),
          text: t('moderation.report.noneLead'),
        }}
      />
      {isOpen && <ReportsBulk reports={reports.data?.items ?? []} selection={selection} />}
    </div>
  );
}

function Reported({ report: { kind, title } }: { report: ReportCase }) {
  return (
    <span className="flex min-w-0 flex-col rows:min-w-36">
      <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{title}</bdi>
      <span className="text-muted text-xs">{KIND_LABELS[kind]}</span>
    </span>
  );
}

/** Whether a case is open, or how it was decided. */
export function State({ report: { decision } }: { report: Pick<ReportCase, 'decision'> }) {
  return decision ? (
    <Badge tone={decision.outcome === 'dismissed' ? 'neutral' : 'green'}>
      {OUTCOME_LABELS[decision.outcome]}
    </Badge>
  ) : (
    <Badge tone="amber">{t('moderation.appeals.isOpen')}</Badge>
  );
}
