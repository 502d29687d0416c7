import type { AdminUser } from '@tributary/contracts';
import { useState } from 'react';
import { call } from '@/lib/api.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { ActionDialog } from '../action-dialog.tsx';

const LENGTHS = [
  ['', 'Until an admin lifts it'],
  ['1', '1 day'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['365', '1 year'],
] as const;

interface BanDialogProps {
  user: Pick<AdminUser, 'id' | 'username'> | null;
  onClose: () => void;
}

/** Closes an account, for some days or until somebody opens it again. */
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
          'They are signed out everywhere, a running stream ends, and they cannot sign in. All of that at once.',
        button: 'Ban',
        danger: true,
        reason: 'They read it when they try to sign in.',
        more: (
          <Field label="For how long">
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
