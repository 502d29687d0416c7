import { type AdminEmote, emoteCode } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { Check, Smile, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { useApiTable } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { refine } from '@/lib/table-search.ts';
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
    { label: t('moderation.emotes.emote'), cell: (emote) => <Emote emote={emote} /> },
    {
      label: t('moderation.channel'),
      cell: (emote) => personLink(emote.streamer.id, <Person person={emote.streamer} showsUsername />),
    },
    ...(status === 'pending'
      ? []
      : [
          { label: t('moderation.emotes.decision'), cell: (emote: AdminEmote) => <Decision emote={emote} /> },
        ]),
    { label: t('moderation.emotes.added'), figure: true, cell: ({ addedAt }) => <Moment at={addedAt} /> },
  ];
  return (
    <div className="flex flex-col gap-5">
      <FilterBar>
        <Filter
          label={t('moderation.status')}
          value={status === 'pending' ? undefined : status}
          options={{
            '': t('moderation.pending'),
            approved: t('moderation.approved'),
            rejected: t('moderation.rejected'),
          }}
          onChange={(next) => onSearch(refine(search, { status: next }))}
        />
      </FilterBar>
      <PagedTable
        caption={t('moderation.emotes.emotes')}
        columns={columns}
        page={useApiTable('GET /api/admin/emotes', search, { query: emoteFilterOf(search) })}
        search={search}
        onSearch={onSearch}
        nameOf={({ name, streamer }) => `${emoteCode(name)} of ${streamer.username}`}
        empty={{
          icon: Smile,
          title: t('moderation.emotes.none'),
          text: t('moderation.emotes.noneLead'),
        }}
        actions={(emote): RowAction[] => [
          ...(emote.status === 'pending'
            ? [
                {
                  label: t('moderation.approve'),
                  icon: Check,
                  onSelect: () => setAction(decision(emote, 'approved')),
                },
              ]
            : []),
          ...(emote.status === 'rejected'
            ? []
            : [
                {
                  label: emote.status === 'pending' ? t('moderation.reject') : t('moderation.remove'),
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
          {decidedBy ? (
            <Text
              k="moderation.decidedBy"
              values={{ moment: () => <Moment at={decidedAt} />, by: decidedBy }}
            />
          ) : (
            <Moment at={decidedAt} />
          )}
        </span>
      ) : (
        t('moderation.emotes.notReviewed')
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
  const named = { code, username: streamer.username };
  const isPending = before === 'pending';
  return {
    title: isApproved
      ? t('moderation.emotes.approveTitle', named)
      : t(isPending ? 'moderation.emotes.rejectTitle' : 'moderation.emotes.removeTitle', named),
    description: isApproved ? t('moderation.emotes.approveEffect') : t('moderation.emotes.removeEffect'),
    button: isApproved ? t('moderation.approve') : t(isPending ? 'moderation.reject' : 'moderation.remove'),
    danger: !isApproved,
    reason: isApproved ? t('moderation.optional') : t('moderation.emotes.sayWhy'),
    reasonOptional: isApproved,
    run: (reason) => call('PUT /api/admin/emotes/:id/decision', { params: { id }, body: { status, reason } }),
    done: isApproved ? t('moderation.emotes.canBeUsed', { code }) : t('moderation.emotes.removed', { code }),
  };
}
