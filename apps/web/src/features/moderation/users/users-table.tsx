import type { AdminUser, UserSort } from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import { Ban, LogOut, RotateCcw, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useApiTable } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { refine, type TableSearch } from '@/lib/table-search.ts';
import { Badge } from '@/ui/badge.tsx';
import { Person } from '@/ui/media/person.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { Filter, FilterBar, SearchBox } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { useRowSelection } from '@/ui/tables/row-selection.ts';
import { Moment } from '@/ui/time.tsx';
import { ActionDialog, type AdminAction } from '../action-dialog.tsx';
import { UsersBulk } from '../bulk/users-bulk.tsx';
import { userFilterOf } from '../queries.ts';
import { BanDialog } from './ban-dialog.tsx';
import { endSessionsAction, unbanAction } from './user-actions.ts';

interface UsersTableProps extends Searched {
  /** The current admin, who can't ban themself. */
  ownId: string;
  personLink: (id: UserId, children: ReactNode) => ReactNode;
}

/** All accounts of the instance. */
export function UsersTable({ search, onSearch, ownId, personLink }: UsersTableProps) {
  const users = useApiTable('GET /api/admin/users', search, { query: userFilterOf(search) });
  const [action, setAction] = useState<AdminAction | null>(null);
  const [banning, setBanning] = useState<AdminUser | null>(null);
  const filter = userFilterOf(search);
  const selection = useRowSelection(users.data?.items.map(({ id }) => id) ?? []);
  const narrow = (changes: TableSearch) => onSearch(refine(search, changes));

  const columns: readonly Column<AdminUser, UserSort>[] = [
    {
      label: t('moderation.users.user'),
      sort: 'username',
      cell: (user) => personLink(user.id, <Person person={user} showsUsername />),
    },
    {
      label: t('moderation.users.email'),
      cell: ({ email }) => <Email email={email} />,
    },
    { label: t('moderation.users.roles'), cell: (user) => <Roles user={user} /> },
    {
      label: t('moderation.users.joined'),
      sort: 'createdAt',
      figure: true,
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ];

  return (
    <div className="flex flex-col gap-5">
      <FilterBar aside={<ExportLink path="/api/admin/users.csv" filter={filter} />}>
        <SearchBox label={t('moderation.users.search')} value={search.q} onSearch={(q) => narrow({ q })} />
        <Filter
          label={t('moderation.users.role')}
          value={filter.role}
          options={{
            '': t('moderation.all'),
            streamer: t('moderation.users.streamers'),
            admin: t('moderation.users.admins'),
          }}
          onChange={(role) => onSearch(refine(search, { role }))}
        />
        <Filter
          label={t('moderation.status')}
          value={filter.state}
          options={{
            '': t('moderation.all'),
            open: t('moderation.users.activeState'),
            banned: t('moderation.users.bannedState'),
          }}
          onChange={(state) => onSearch(refine(search, { state }))}
        />
      </FilterBar>
      <PagedTable
        caption={t('moderation.users.accounts')}
        columns={columns}
        page={users}
        selection={selection}
        search={search}
        onSearch={onSearch}
        nameOf={({ username }) => username}
        defaultOrder={{ by: 'createdAt', descending: true }}
        empty={{
          icon: Users,
          title: t('moderation.users.noMatch'),
          text: t('moderation.users.tryLess'),
        }}
        actions={(user) => [
          {
            label: t('moderation.users.signOutEverywhere'),
            icon: LogOut,
            onSelect: () => setAction(endSessionsAction(user)),
          },
          ...(user.id === ownId
            ? []
            : user.ban
              ? [
                  {
                    label: t('moderation.liftBan'),
                    icon: RotateCcw,
                    onSelect: () => setAction(unbanAction(user)),
                  },
                ]
              : [{ label: t('moderation.ban'), icon: Ban, danger: true, onSelect: () => setBanning(user) }]),
        ]}
      />
      <UsersBulk users={users.data?.items ?? []} selection={selection} />
      <ActionDialog action={action} onClose={() => setAction(null)} />
      <BanDialog user={banning} onClose={() => setBanning(null)} />
    </div>
  );
}

/** The roles beyond viewer, which every account has. */
export function Roles({ user: { roles, ban } }: { user: Pick<AdminUser, 'roles' | 'ban'> }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5 cards:justify-end">
      {ban && <Badge tone="live">{t('moderation.outcome.banned')}</Badge>}
      {roles.includes('admin') && <Badge tone="amber">{t('moderation.users.admin')}</Badge>}
      {roles.includes('streamer') && <Badge tone="accent">{t('moderation.streams.streamer')}</Badge>}
      {roles.length <= 1 && !ban && <span className="text-muted">{t('moderation.users.viewer')}</span>}
    </span>
  );
}

/** An address that breaks at the @ rather than within a word. */
function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <span className="text-muted [overflow-wrap:anywhere]">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
