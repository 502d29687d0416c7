/** The actions of admins on several streams at once. */
import type { AdminStream } from '@tributary/contracts/moderation';
import { CircleStop, Eye, EyeOff } from 'lucide-react';
import { call } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import type { RowSelection } from '@/ui/tables/row-selection.ts';
import { BulkActions } from './bulk-actions.tsx';

interface StreamsBulkProps {
  streams: readonly AdminStream[];
  selection: RowSelection;
}

export function StreamsBulk({ streams, selection }: StreamsBulkProps) {
  const targets = streams
    .filter(({ id }) => selection.selected.has(id))
    .map(({ id, title }) => ({ id, name: title }));
  return (
    <BulkActions
      targets={targets}
      selection={selection}
      actions={[
        {
          label: t('moderation.streams.unhide'),
          icon: Eye,
          effect: t('moderation.streams.unhideEffect'),
          run: ({ id }) => call('POST /api/admin/streams/:id/show', { params: { id } }),
        },
        {
          label: t('moderation.streams.hide'),
          icon: EyeOff,
          danger: true,
          effect: t('moderation.bulk.hideEffect'),
          reason: t('moderation.shownToStreamer'),
          run: ({ id }, reason) =>
            call('POST /api/admin/streams/:id/hide', { params: { id }, body: { reason } }),
        },
        {
          label: t('moderation.streams.end'),
          icon: CircleStop,
          danger: true,
          effect: t('moderation.bulk.endEffect'),
          reason: t('moderation.shownToStreamer'),
          run: ({ id }, reason) =>
            call('POST /api/admin/streams/:id/stop', { params: { id }, body: { reason } }),
        },
      ]}
    />
  );
}
