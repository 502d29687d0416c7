import { type AuditEntry, COMMAND_LINE_ACTOR } from '@tributary/contracts/instance';
import { ScrollText, Terminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { refine } from '@/lib/table-search.ts';
import { Button } from '@/ui/button.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { DateFilter, Filter, FilterBar, SearchBox } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { auditFilterOf, useAudit } from '../queries.ts';
import { Actor, Details } from './audit-list.tsx';
import { ACTION_LABELS, actionLabel } from './audit-words.ts';

interface AuditTableProps extends Searched {
  subjectLink: (subject: AuditEntry['subject'], children: ReactNode) => ReactNode;
}

/** All admin actions, newest first; entries can't be changed or deleted. */
export function AuditTable({ search, onSearch, subjectLink }: AuditTableProps) {
  const entries = useAudit(search);
  const filter = auditFilterOf(search);
  const commandLine = filter.actor === COMMAND_LINE_ACTOR;
  const filtered = Object.values(filter).some((value) => value !== undefined);

  const columns: readonly Column<AuditEntry>[] = [
    { label: 'Action', cell: ({ action }) => actionLabel(action) },
    { label: 'By', cell: ({ actor }) => <Actor actor={actor} /> },
    { label: 'Target', cell: ({ subject }) => subjectLink(subject, <Subject subject={subject} />) },
    { label: 'Details', cell: (entry) => <Details entry={entry} /> },
    { label: 'When', figure: true, cell: ({ at }) => <Moment at={at} /> },
  ];

  return (
    <div className="flex flex-col gap-5">
      <FilterBar aside={<ExportLink path="/api/admin/audit.csv" filter={filter} />}>
        <SearchBox
          label="Actor (username)"
          value={commandLine ? '' : filter.actor}
          onSearch={(actor) => onSearch(refine(search, { actor }))}
        />
        <SearchBox
          label="Target (username, page or ID)"
          value={filter.subject}
          onSearch={(subject) => onSearch(refine(search, { subject }))}
        />
        <Filter
          label="Action"
          value={filter.action}
          options={{ '': 'All', ...ACTION_LABELS }}
          onChange={(action) => onSearch(refine(search, { action }))}
        />
        <div className="flex flex-wrap gap-3">
          <DateFilter
            label="From (UTC)"
            value={filter.since}
            onChange={(since) => onSearch(refine(search, { since }))}
          />
          <DateFilter
            label="To (UTC)"
            value={filter.until}
            onChange={(until) => onSearch(refine(search, { until }))}
          />
        </div>
        <Button
          variant={commandLine ? 'primary' : 'secondary'}
          className="h-11"
          aria-pressed={commandLine}
          onClick={() => onSearch(refine(search, { actor: commandLine ? undefined : COMMAND_LINE_ACTOR }))}
        >
          <Terminal size={16} aria-hidden="true" />
          Command line only
        </Button>
      </FilterBar>
      <PagedTable
        caption="Audit log"
        columns={columns}
        page={entries}
        search={search}
        onSearch={onSearch}
        empty={{
          icon: ScrollText,
          title: filtered ? 'No matching actions' : 'No actions yet',
          text: 'Actions of admins and the command line on accounts, streams, pages and settings are logged here.',
        }}
      />
    </div>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  user: 'Deleted account',
  stream: 'Deleted stream',
  message: 'Message',
  settings: 'This instance',
};

function Subject({ subject: { kind, label } }: { subject: AuditEntry['subject'] }) {
  if (kind === 'user' && label) return <span>@{label}</span>;
  if (kind === 'stream' && label) return <bdi>“{label}”</bdi>;
  if (kind === 'page') return <span>Page {label}</span>;
  return <span className="text-muted">{KINDS[kind] ?? label}</span>;
}
