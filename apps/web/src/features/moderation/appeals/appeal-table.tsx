import type { AdminAppeal } from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import { Check, Gavel, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { useApiTable } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { refine } from '@/lib/table-search.ts';
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
      label: t('moderation.person'),
      cell: ({ person }) =>
        personLink(person.id, <Person person={{ ...person, isVerified: false }} showsUsername />),
    },
    { label: t('moderation.appeals.ban'), cell: (appeal) => <Ban appeal={appeal} /> },
    { label: t('moderation.appeals.appeal'), cell: ({ text }) => <Words>{text}</Words> },
    { label: t('moderation.state'), cell: ({ decision }) => <State decision={decision} /> },
    { label: t('moderation.appeals.received'), figure: true, cell: ({ at }) => <Moment at={at} /> },
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
      </FilterBar>
      <PagedTable
        caption={t('moderation.appeals.appeals')}
        columns={columns}
        page={useApiTable('GET /api/admin/appeals', search, { query: filter })}
        search={search}
        onSearch={onSearch}
        nameOf={({ person }) => person.username}
        empty={{
          icon: Gavel,
          title: t('moderation.appeals.none'),
          text: t('moderation.appeals.noneLead'),
        }}
        actions={(appeal) =>
          appeal.decision
            ? []
            : [
                {
                  label: t('moderation.liftBan'),
                  icon: Check,
                  onSelect: () => setAction(decision(appeal, 'lifted')),
                },
                {
                  label: t('moderation.appeals.uphold'),
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
  if (ban === null) return <span className="text-muted">{t('moderation.ended')}</span>;
  return (
    <span className="flex min-w-0 flex-col gap-1 cards:items-end">
      <bdi className="[overflow-wrap:anywhere]">{ban.reason ?? t('moderation.appeals.noReason')}</bdi>
      <span className="text-muted text-xs">
        <BanEnd until={ban.until} by={bannedBy} />
      </span>
    </span>
  );
}

function BanEnd({ until, by }: { until: string | null; by: string | null }) {
  if (until === null)
    return by === null ? t('moderation.appeals.forever') : t('moderation.appeals.byForever', { by });
  const moment = () => <Moment at={until} />;
  return by === null ? (
    <Text k="moderation.appeals.until" values={{ moment }} />
  ) : (
    <Text k="moderation.appeals.byUntil" values={{ by, moment }} />
  );
}

function State({ decision }: Pick<AdminAppeal, 'decision'>) {
  if (decision === null) return <Badge tone="amber">{t('moderation.appeals.isOpen')}</Badge>;
  return (
    <span className="flex min-w-0 flex-col items-start gap-1 cards:items-end">
      <Badge tone={decision.outcome === 'lifted' ? 'green' : 'neutral'}>
        {decision.outcome === 'lifted' ? t('moderation.appeals.lifted') : t('moderation.appeals.upheld')}
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
    title: isLifted
      ? t('moderation.appeals.liftTitle', { username })
      : t('moderation.appeals.upholdTitle', { username }),
    description: isLifted ? t('moderation.appeals.liftEffect') : t('moderation.appeals.upholdEffect'),
    button: isLifted ? t('moderation.liftBan') : t('moderation.appeals.uphold'),
    danger: !isLifted,
    reason: t('moderation.appeals.sentToPerson'),
    run: (reply) => call('PUT /api/admin/appeals/:id/decision', { params: { id }, body: { outcome, reply } }),
    done: isLifted
      ? t('moderation.signsInAgain', { username })
      : t('moderation.appeals.upheldDone', { username }),
  };
}
