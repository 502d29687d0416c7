import { type AdminEmote, emoteCode } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { Check, Smile, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '@/lib/api.ts';
import { refine } from '@/lib/table-search.ts';
import { useApiTable } from '@/lib/use-api.ts';
import { Person } from '@/ui/media/person.tsx';
import type { Column, RowAction } from '@/ui/tables/data-table.tsx';
import { Filter, FilterBar } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { ActionDialog, type AdminAction } from '../action-dialog.tsx';
import { emoteFilterOf } from '../queries.ts';

interface EmotesTableProps extends Searched {
  personLink: (id: UserId, children: ReactNode) => ReactNode;
}

/** The emotes of all channels, pending ones first, which admins decide about or remove later. */
export function EmotesTable({ search, onSearch, personLink }: EmotesTableProps) {
  const [action, setAction] = useState<AdminAction | null>(null);
  const { status = 'pending' } = emoteFilterOf(search);
  const columns: readonly Column<AdminEmote>[] = [
    { label: 'Emote', cell: (emote) => <Emote emote={emote} /> },
    {
      label: 'Channel',
      cell: (emote) => personLink(emote.streamer.id, <Person person={emote.streamer} showsUsername />),
    },
    ...(status === 'pending'
      ? []
      : [{ label: 'Decision', cell: (emote: AdminEmote) => <Decision emote={emote} /> }]),
    { label: 'Added', figure: true, cell: ({ addedAt }) => <Moment at={addedAt} /> },
  ];
  return (
    <div className="flex flex-col gap-5">
      <FilterBar>
        <Filter
          label="Status"
          value={status === 'pending' ? undefined : status}
          options={{ '': 'Pending', approved: 'Approved', rejected: 'Rejected' }}
          onChange={(next) => onSearch(refine(search, { status: next }))}
        />
      </FilterBar>
      <PagedTable
        caption="Emotes"
        columns={columns}
        page={useApiTable('GET /api/admin/emotes', search, { query: emoteFilterOf(search) })}
        search={search}
        onSearch={onSearch}
        nameOf={({ name, streamer }) => `${emoteCode(name)} of ${streamer.username}`}
        empty={{
          icon: Smile,
          title: 'No emotes',
          text: 'Streamers add emotes for their chat on their dashboard. Whether they wait here first is one of your settings.',
        }}
        actions={(emote): RowAction[] => [
          ...(emote.status === 'pending'
            ? [{ label: 'Approve', icon: Check, onSelect: () => setAction(decision(emote, 'approved')) }]
            : []),
          ...(emote.status === 'rejected'
            ? []
            : [
                {
                  label: emote.status === 'pending' ? 'Reject' : 'Remove',
                  icon: X,
                  danger: true,
                  onSelect: () => setAction(decision(emote, 'rejected')),
                },
              ]),
        ]}
      />
      <ActionDialog action={action} onClose={() => setAction(null)} />
    </div>
  );
}

function Emote({ emote: { name, url } }: { emote: AdminEmote }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="flex size-14 shrink-0 items-center justify-center rounded-control bg-surface-2">
        {url && <img src={url} alt="" className="size-12" />}
      </span>
      <span className="font-medium [overflow-wrap:anywhere]">{emoteCode(name)}</span>
    </span>
  );
}

function Decision({ emote: { decidedAt, decidedBy, reason } }: { emote: AdminEmote }) {
  return (
    <span className="flex min-w-0 flex-col items-start gap-1 text-muted text-xs cards:items-end">
      {decidedAt ? (
        <span>
          <Moment at={decidedAt} />
          {decidedBy && ` by @${decidedBy}`}
        </span>
      ) : (
        'Not reviewed'
      )}
      {reason && (
        <span dir="auto" className="max-w-[40ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
          {reason}
        </span>
      )}
    </span>
  );
}

function decision(
  { id, name, streamer, status: before }: AdminEmote,
  status: 'approved' | 'rejected',
): AdminAction {
  const code = emoteCode(name);
  const isApproved = status === 'approved';
  const verb = isApproved ? 'Approve' : before === 'pending' ? 'Reject' : 'Remove';
  return {
    title: `${verb} ${code} of ${streamer.username}?`,
    description: isApproved
      ? 'People can use it in the chat of this channel at once.'
      : 'Its image is deleted, and messages show its name instead. This can’t be undone.',
    button: verb,
    danger: !isApproved,
    reason: isApproved ? 'Optional.' : 'Say why. Shown to the streamer.',
    reasonOptional: isApproved,
    run: (reason) => call('PUT /api/admin/emotes/:id/decision', { params: { id }, body: { status, reason } }),
    done: isApproved ? `${code} can be used` : `${code} was removed`,
  };
}
