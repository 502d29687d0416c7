import type { ChatBannedPerson } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { RotateCcw, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { refine, type TableSearch } from '@/lib/table-search.ts';
import { useApiMutation, useApiTable } from '@/lib/use-api.ts';
import type { Column } from '@/ui/tables/data-table.tsx';
import { FilterBar, SearchBox } from '@/ui/tables/filter-bar.tsx';
import { PagedTable } from '@/ui/tables/paged-table.tsx';
import { Day, Moment } from '@/ui/time.tsx';
import { CHANNEL_CHATS } from '../api/channel.ts';

const COLUMNS: readonly Column<ChatBannedPerson>[] = [
  {
    label: 'Person',
    cell: ({ username, displayName }) => (
      <>
        <bdi className="font-medium">{displayName || username}</bdi>{' '}
        <span className="text-muted text-sm">@{username}</span>
      </>
    ),
  },
  { label: 'Until', cell: ({ until }) => (until === null ? 'Permanently' : <Moment at={until} />) },
  { label: 'Reason', cell: ({ reason }) => reason || 'None given' },
  {
    label: 'Banned',
    cell: ({ bannedAt, bannedBy }) => (
      <>
        <Day at={bannedAt} />
        {bannedBy !== null && ` by @${bannedBy}`}
      </>
    ),
  },
];

/** The people who are banned from the channel’s chats, temporarily or permanently. */
export function Bans({ channelId }: { channelId: UserId }) {
  const [search, setSearch] = useState<TableSearch>({});
  const page = useApiTable('GET /api/chats/:channelId/bans', search, {
    params: { channelId },
    query: { search: search.q },
  });
  const lift = useApiMutation('DELETE /api/chats/:channelId/bans/:userId', {
    invalidates: CHANNEL_CHATS,
    failure: 'Couldn’t lift the ban',
  });
  return (
    <div className="flex flex-col gap-4">
      <FilterBar>
        <SearchBox label="Search bans" value={search.q} onSearch={(q) => setSearch(refine(search, { q }))} />
      </FilterBar>
      <PagedTable
        caption="Bans"
        columns={COLUMNS}
        nameOf={({ username }) => username}
        actions={({ id }) => [
          {
            label: 'Lift the ban',
            icon: RotateCcw,
            onSelect: () => lift.mutate({ params: { channelId, userId: id } }),
          },
        ]}
        empty={{
          icon: ShieldCheck,
          title: search.q ? 'No matching bans' : 'Nobody is banned',
          text: search.q
            ? 'Try a part of the username or name.'
            : 'People who are banned from the channel’s chats appear here.',
        }}
        page={page}
        search={search}
        onSearch={setSearch}
      />
    </div>
  );
}
