import type { ChatBannedPerson } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { RotateCcw, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useApiMutation, useApiTable } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { refine, type TableSearch } from '@/lib/table-search.ts';
import type { Column } from '@/ui/tables/data-table.tsx';
import { FilterBar, SearchBox } from '@/ui/tables/filter-bar.tsx';
import { PagedTable } from '@/ui/tables/paged-table.tsx';
import { Day, Moment } from '@/ui/time.tsx';
import { CHANNEL_CHATS } from '../api/channel.ts';

const COLUMNS: readonly Column<ChatBannedPerson>[] = [
  {
    label: t('chat.bans.person'),
    cell: ({ username, displayName }) => (
      <>
        <bdi className="font-medium">{displayName || username}</bdi>{' '}
        <bdi className="text-muted text-sm">@{username}</bdi>
      </>
    ),
  },
  {
    label: t('chat.bans.until'),
    cell: ({ until }) => (until === null ? t('chat.permanently') : <Moment at={until} />),
  },
  { label: t('chat.bans.reason'), cell: ({ reason }) => reason || t('chat.bans.noReason') },
  {
    label: t('chat.bans.banned'),
    cell: ({ bannedAt, bannedBy }) =>
      bannedBy === null ? (
        <Day at={bannedAt} />
      ) : (
        <Text k="chat.bans.by" values={{ day: () => <Day at={bannedAt} />, by: bannedBy }} />
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
    failure: t('chat.bans.notLifted'),
  });
  return (
    <div className="flex flex-col gap-4">
      <FilterBar>
        <SearchBox
          label={t('chat.bans.search')}
          value={search.q}
          onSearch={(q) => setSearch(refine(search, { q }))}
        />
      </FilterBar>
      <PagedTable
        caption={t('chat.bans.title')}
        columns={COLUMNS}
        nameOf={({ username }) => username}
        actions={({ id }) => [
          {
            label: t('chat.person.liftBan'),
            icon: RotateCcw,
            onSelect: () => lift.mutate({ params: { channelId, userId: id } }),
          },
        ]}
        empty={{
          icon: ShieldCheck,
          title: search.q ? t('chat.bans.noMatch') : t('chat.bans.none'),
          text: search.q ? t('chat.bans.tryPart') : t('chat.bans.appearHere'),
        }}
        page={page}
        search={search}
        onSearch={setSearch}
      />
    </div>
  );
}
