import type { AdminUser } from '@tributary/contracts/moderation';
import { useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { DaysField } from '../days-field.tsx';

interface BanDialogProps {
  user: Pick<AdminUser, 'id' | 'username'> | null;
  onClose: () => void;
}

/** Bans an account for some days, or until an admin lifts the ban. */
export function BanDialog({ user, onClose }: BanDialogProps) {
  const [days, setDays] = useState('');
  if (!user) return null;
  const { id, username } = user;
  return (
    <ActionDialog
      onClose={onClose}
      action={{
        title: t('moderation.users.banTitle', { username }),
        description: t('moderation.users.banEffect'),
        button: t('moderation.ban'),
        danger: true,
        reason: t('moderation.users.banReason'),
        more: (
          <DaysField
            label={t('moderation.users.duration')}
            value={days}
            onChange={setDays}
            unlimited={t('moderation.users.untilLifted')}
          />
        ),
        run: (reason) =>
          call('PUT /api/admin/users/:id/ban', {
            params: { id },
            body: { reason, days: days === '' ? null : Number(days) },
          }),
        done: t('moderation.users.banDone', { username }),
      }}
    />
  );
}
