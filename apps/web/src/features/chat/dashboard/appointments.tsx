import type { UserId } from '@tributary/contracts';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { type Appointment, useAppoint, useAppointed, useDismiss } from '../api/channel.ts';

const WORDS = {
  moderators: {
    title: 'Moderators',
    none: 'You have no moderators yet.',
    add: 'Add a moderator by username',
    one: 'moderator',
  },
  vips: { title: 'VIPs', none: 'You have no VIPs yet.', add: 'Add a VIP by username', one: 'VIP' },
} as const;

interface AppointmentsProps {
  channelId: UserId;
  kind: Appointment;
}

/** Whom the streamer has chosen for a role. */
export function Appointments({ channelId, kind }: AppointmentsProps) {
  const words = WORDS[kind];
  return (
    <div className="flex flex-col gap-4">
      <AddPerson channelId={channelId} kind={kind} />
      <Loaded query={useAppointed(channelId, kind)} height="h-14">
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted text-sm">{words.none}</p>
          ) : (
            <ul aria-label={words.title} className="flex flex-col gap-1">
              {items.map(({ id, username, displayName, avatarUrl }) => (
                <li key={id} className="flex items-center gap-3 py-1">
                  <Avatar name={displayName || username} src={avatarUrl} size={36} />
                  <p className="min-w-0 flex-1 truncate">
                    <bdi className="font-medium">{displayName || username}</bdi>{' '}
                    <span className="text-muted text-sm">@{username}</span>
                  </p>
                  <RemovePerson channelId={channelId} kind={kind} userId={id} username={username} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

function AddPerson({ channelId, kind }: AppointmentsProps) {
  const [username, setUsername] = useState('');
  const add = useAppoint(channelId, kind);
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (username.trim() !== '') add.mutate(username.trim(), { onSuccess: () => setUsername('') });
      }}
    >
      <div className="min-w-0 flex-1">
        <Field label={WORDS[kind].add}>
          {(control) => (
            <Input
              {...control}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              value={username}
              onChange={({ target }) => setUsername(target.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" variant="secondary" className="mb-2 h-11" busy={add.isPending}>
        Add
      </Button>
    </form>
  );
}

function RemovePerson({
  channelId,
  kind,
  userId,
  username,
}: AppointmentsProps & { userId: UserId; username: string }) {
  const remove = useDismiss(channelId, kind);
  return (
    <Button
      size="sm"
      variant="quiet"
      busy={remove.isPending}
      aria-label={`Remove ${username} as ${WORDS[kind].one}`}
      onClick={() => remove.mutate(userId)}
    >
      Remove
    </Button>
  );
}
