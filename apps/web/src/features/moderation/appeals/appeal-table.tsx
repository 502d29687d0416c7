import type { AdminAppeal } from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import { Check, Gavel, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '@/lib/api.ts';
import { refine } from '@/lib/table-search.ts';
import { useApiTable } from '@/lib/use-api.ts';
import { Badge } from '@/ui/badge.tsx';
import { Person } from '@/ui/media/person.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { Filter, FilterBar } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { ActionDialog, type AdminAction } from '../action-dialog.tsx';
import { appealFilterOf } from '../queries.ts';

interface AppealTableProps extends Searched {
  personLink: (id: UserId, children: ReactNode) => ReactNode;
}

/** Appeals against bans, newest first. */
export function AppealTable({ search, onSearch, personLink }: AppealTableProps) {
  const [action, setAction] = useState<AdminAction | null>(null);
  const filter = appealFilterOf(search);
  const columns: readonly Column<AdminAppeal>[] = [
    {
      label: 'Person',
      cell: ({ person }) =>
        personLink(person.id, <Person person={{ ...person, isVerified: false }} showsUsername />),
    },
    { label: 'Ban', cell: (appeal) => <Ban appeal={appeal} /> },
    { label: 'Appeal', cell: ({ text }) => <Words>{text}</Words> },
    { label: 'State', cell: ({ decision }) => <State decision={decision} /> },
    { label: 'Received', figure: true, cell: ({ at }) => <Moment at={at} /> },
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
      </FilterBar>
      <PagedTable
        caption="Appeals"
        columns={columns}
        page={useApiTable('GET /api/admin/appeals', search, { query: filter })}
        search={search}
        onSearch={onSearch}
        nameOf={({ person }) => person.username}
        empty={{
          icon: Gavel,
          title: 'No appeals',
          text: 'Banned people can appeal once. An admin other than the one who banned them decides.',
        }}
        actions={(appeal) =>
          appeal.decision
            ? []
            : [
                { label: 'Lift ban', icon: Check, onSelect: () => setAction(decision(appeal, 'lifted')) },
                {
                  label: 'Uphold ban',
                  icon: X,
                  danger: true,
                  onSelect: () => setAction(decision(appeal, 'upheld')),
                },
              ]
        }
      />
      <ActionDialog action={action} onClose={() => setAction(null)} />
    </div>
  );
}

function Ban({ appeal: { ban, bannedBy } }: { appeal: AdminAppeal }) {
  if (ban === null) return <span className="text-muted">Ended</span>;
  return (
    <span className="flex min-w-0 flex-col gap-1 cards:items-end">
      <bdi className="[overflow-wrap:anywhere]">{ban.reason ?? 'No reason'}</bdi>
      <span className="text-muted text-xs">
        {bannedBy && `By @${bannedBy}, `}
        {ban.until ? (
          <>
            until <Moment at={ban.until} />
          </>
        ) : (
          'permanently'
        )}
      </span>
    </span>
  );
}

function State({ decision }: Pick<AdminAppeal, 'decision'>) {
  if (decision === null) return <Badge tone="amber">Open</Badge>;
  return (
    <span className="flex min-w-0 flex-col items-start gap-1 cards:items-end">
      <Badge tone={decision.outcome === 'lifted' ? 'green' : 'neutral'}>
        {decision.outcome === 'lifted' ? 'Lifted' : 'Upheld'}
      </Badge>
      <Words>{decision.reply}</Words>
    </span>
  );
}

function Words({ children }: { children: string }) {
  return (
    <span dir="auto" className="block max-w-[40ch] whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
      {children}
    </span>
  );
}

function decision({ id, person: { username } }: AdminAppeal, outcome: 'lifted' | 'upheld'): AdminAction {
  const isLifted = outcome === 'lifted';
  return {
    title: isLifted ? `Lift the ban on ${username}?` : `Uphold the ban on ${username}?`,
    description: isLifted
      ? 'They can sign in again immediately.'
      : 'The ban stays as it is. They can’t appeal again.',
    button: isLifted ? 'Lift ban' : 'Uphold ban',
    danger: !isLifted,
    reason: 'Sent to the person.',
    run: (reply) => call('PUT /api/admin/appeals/:id/decision', { params: { id }, body: { outcome, reply } }),
    done: isLifted ? `${username} can sign in again` : `The ban on ${username} stays`,
  };
}
