import type { ReportCase } from '@tributary/contracts/moderation';
import { Flag } from 'lucide-react';
import type { ReactNode } from 'react';
import { REASON_LABELS } from '@/lib/report-reasons.ts';
import { refine } from '@/lib/table-search.ts';
import { useApiTable } from '@/lib/use-api.ts';
import { Badge } from '@/ui/badge.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { Filter, FilterBar } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { reportFilterOf } from '../queries.ts';
import { KIND_LABELS, OUTCOME_LABELS } from './report-words.ts';

interface ReportTableProps extends Searched {
  caseLink: (id: string, children: ReactNode) => ReactNode;
}

/** Reported cases, newest first. */
export function ReportTable({ search, onSearch, caseLink }: ReportTableProps) {
  const filter = reportFilterOf(search);
  const columns: readonly Column<ReportCase>[] = [
    { label: 'Reported', cell: (report) => caseLink(report.id, <Reported report={report} />) },
    { label: 'Person', cell: ({ person }) => (person ? `@${person.username}` : 'Nobody') },
    { label: 'Reasons', cell: ({ reasons }) => reasons.map((reason) => REASON_LABELS[reason]).join(', ') },
    { label: 'Reports', figure: true, cell: ({ reportCount }) => reportCount },
    { label: 'State', cell: (report) => <State report={report} /> },
    { label: 'First report', figure: true, cell: ({ openedAt }) => <Moment at={openedAt} /> },
  ];
  return (
    <div className="flex flex-col gap-5">
      <FilterBar>
        <Filter
          label="State"
          value={filter.state === 'open' ? undefined : filter.state}
          options={{ '': 'Open', decided: 'Decided', all: 'All' }}
          onChange={(state) => onSearch(refine(search, { state }))}
        />
        <Filter
          label="Kind"
          value={filter.kind}
          options={{ '': 'All', ...KIND_LABELS }}
          onChange={(kind) => onSearch(refine(search, { kind }))}
        />
      </FilterBar>
      <PagedTable
        caption="Reports"
        columns={columns}
        page={useApiTable('GET /api/admin/reports', search, { query: filter })}
        search={search}
        onSearch={onSearch}
        nameOf={({ title }) => title}
        empty={{
          icon: Flag,
          title: 'No reports',
          text: 'What people report appears here. Reports of the same thing are one entry.',
        }}
      />
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
    <Badge tone="amber">Open</Badge>
  );
}
