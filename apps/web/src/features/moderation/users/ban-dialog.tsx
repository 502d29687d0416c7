import type { AdminUser } from '@tributary/contracts/moderation';
import { useState } from 'react';
import { call } from '@/lib/api.ts';
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
        title: `Ban ${username}?`,
        description:
          'They’re signed out everywhere, their live stream ends, and they can’t sign in. This takes effect immediately.',
        button: 'Ban',
        danger: true,
        reason: 'Shown to them when they try to sign in.',
        more: (
          <DaysField label="Duration" value={days} onChange={setDays} unlimited="Until lifted by an admin" />
        ),
        run: (reason) =>
          call('PUT /api/admin/users/:id/ban', {
            params: { id },
            body: { reason, days: days === '' ? null : Number(days) },
          }),
        done: `${username} is banned`,
      }}
    />
  );
}
