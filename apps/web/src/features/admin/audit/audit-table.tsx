import { type AuditEntry, COMMAND_LINE_ACTOR } from '@tributary/contracts/instance';
import { ScrollText, Terminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { refine } from '@/lib/table-search.ts';
import { Button } from '@/ui/button.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { DateFilter, Filter, FilterBar, SearchBox } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { auditFilterOf, useAudit } from '../queries.ts';
import { Actor, Details } from './audit-list.tsx';
import { ACTION_LABELS, actionLabel, SUBJECT_LABELS } from './audit-words.ts';

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
    { label: t('admin.audit.action'), cell: ({ action }) => actionLabel(action) },
    { label: t('admin.audit.by'), cell: ({ actor }) => <Actor actor={actor} /> },
    {
      label: t('admin.audit.target'),
      cell: ({ subject }) => subjectLink(subject, <Subject subject={subject} />),
    },
    { label: t('admin.audit.details'), cell: (entry) => <Details entry={entry} /> },
    { label: t('admin.audit.when'), figure: true, cell: ({ at }) => <Moment at={at} /> },
  ];

  return (
    <div className="flex flex-col gap-5">
      <FilterBar aside={<ExportLink path="/api/admin/audit.csv" filter={filter} />}>
        <SearchBox
          label={t('admin.audit.searchActor')}
          value={commandLine ? '' : filter.actor}
          onSearch={(actor) => onSearch(refine(search, { actor }))}
        />
        <SearchBox
          label={t('admin.audit.searchTarget')}
          value={filter.subject}
          onSearch={(subject) => onSearch(refine(search, { subject }))}
        />
        <Filter
          label={t('admin.audit.action')}
          value={filter.action}
          options={{ '': t('pages.message.all'), ...ACTION_LABELS }}
          onChange={(action) => onSearch(refine(search, { action }))}
        />
        <Filter
          label={t('admin.audit.kind')}
          value={filter.kind}
          options={{ '': t('pages.message.all'), ...SUBJECT_LABELS }}
          onChange={(kind) => onSearch(refine(search, { kind }))}
        />
        <Filter
          label={t('admin.audit.scope')}
          value={filter.scope === 'instance' ? undefined : filter.scope}
          options={{
            '': t('admin.audit.scopeInstance'),
            chats: t('admin.audit.scopeChats'),
            all: t('pages.message.all'),
          }}
          onChange={(scope) => onSearch(refine(search, { scope }))}
        />
        <div className="flex flex-wrap gap-3">
          <DateFilter
            label={t('admin.audit.from')}
            value={filter.since}
            onChange={(since) => onSearch(refine(search, { since }))}
          />
          <DateFilter
            label={t('admin.audit.to')}
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
          {t('admin.audit.commandLineOnly')}
        </Button>
      </FilterBar>
      <PagedTable
        caption={t('admin.page.audit')}
        columns={columns}
        page={entries}
        search={search}
        onSearch={onSearch}
        empty={{
          icon: ScrollText,
          title: t(filtered ? 'admin.audit.noneMatching' : 'admin.audit.empty'),
          text: t('admin.audit.emptyWhy'),
        }}
      />
    </div>
  );
}

/** Kinds of subjects that have a name of their own, in quotes. */
const QUOTED = ['stream', 'clip', 'report', 'message', 'invitation'];

/** The words for a subject without a name, such as a deleted account. */
const UNNAMED: Readonly<Record<string, string>> = {
  ...SUBJECT_LABELS,
  user: t('ui.deletedAccount'),
  stream: t('admin.audit.deletedStream'),
  settings: t('admin.audit.thisInstance'),
};

function Subject({ subject: { kind, label } }: { subject: AuditEntry['subject'] }) {
  if (kind === 'user' && label)
    return (
      <span>
        <bdi>@{label}</bdi>
      </span>
    );
  if (QUOTED.includes(kind) && label) return <bdi>{t('admin.audit.quoted', { title: label })}</bdi>;
  if (kind === 'page') return <span>{t('admin.audit.page', { name: label ?? '' })}</span>;
  // Lists and payment providers have names, and other subjects ids alone.
  const name = kind === 'list' || kind === 'payment_provider' ? label : null;
  return <span className="text-muted">{name ?? UNNAMED[kind] ?? kind}</span>;
}
