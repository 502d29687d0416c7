import type { AdminUser } from '@tributary/contracts';
import { useState } from 'react';
import { call } from '@/lib/api.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { ActionDialog } from '../action-dialog.tsx';

const LENGTHS = [
  ['', 'Until lifted by an admin'],
  ['1', '1 day'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['365', '1 year'],
] as const;

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
          <Field label="Duration">
            {(control) => (
              <Select {...control} value={days} onChange={(event) => setDays(event.target.value)}>
                {LENGTHS.map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </Select>
            )}
          </Field>
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
