/** The actions of admins on several accounts at once. */
import type { AdminUser } from '@tributary/contracts/moderation';
import { Ban, LogOut, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import type { RowSelection } from '@/ui/tables/row-selection.ts';
import { DaysField } from '../days-field.tsx';
import { BulkActions } from './bulk-actions.tsx';

interface UsersBulkProps {
  users: readonly AdminUser[];
  selection: RowSelection;
}

export function UsersBulk({ users, selection }: UsersBulkProps) {
  const [days, setDays] = useState('');
  const targets = users
    .filter(({ id }) => selection.selected.has(id))
    .map(({ id, username }) => ({ id, name: `@${username}` }));
  return (
    <BulkActions
      targets={targets}
      selection={selection}
      actions={[
        {
          label: t('moderation.users.signOutEverywhere'),
          icon: LogOut,
          effect: t('moderation.users.signOutEffect'),
          run: ({ id }) => call('DELETE /api/admin/users/:id/sessions', { params: { id } }),
        },
        {
          label: t('moderation.liftBan'),
          icon: RotateCcw,
          effect: t('moderation.users.unbanEffect'),
          run: ({ id }) => call('DELETE /api/admin/users/:id/ban', { params: { id } }),
        },
        {
          label: t('moderation.ban'),
          icon: Ban,
          danger: true,
          effect: t('moderation.users.banEffect'),
          reason: t('moderation.users.banReason'),
          more: (
            <DaysField
              label={t('moderation.users.duration')}
              value={days}
              onChange={setDays}
              unlimited={t('moderation.users.untilLifted')}
            />
          ),
          run: ({ id }, reason) =>
            call('PUT /api/admin/users/:id/ban', {
              params: { id },
              body: { reason, days: days === '' ? null : Number(days) },
            }),
        },
      ]}
    />
  );
}
