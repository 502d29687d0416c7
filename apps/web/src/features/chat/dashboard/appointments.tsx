import type { ChatVip } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { type ReactNode, useState } from 'react';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { type Appointment, useAppoint, useDismiss } from '../api/channel.ts';
import { ModeratorPowers } from './moderator-powers.tsx';

const WORDS = {
  moderators: {
    title: t('chat.viewers.moderators'),
    none: t('chat.team.noModerators'),
    add: t('chat.team.addModerator'),
    remove: (username: string) => t('chat.team.removeModerator', { username }),
  },
  vips: {
    title: t('chat.viewers.vips'),
    none: t('chat.team.noVips'),
    add: t('chat.team.addVip'),
    remove: (username: string) => t('chat.team.removeVip', { username }),
  },
} as const;

interface AppointmentsProps {
  channelId: UserId;
  kind: Appointment;
}

/** The streamer's moderators and their powers. */
export function Moderators({ channelId }: { channelId: UserId }) {
  return (
    <div className="flex flex-col gap-4">
      <AddPerson channelId={channelId} kind="moderators" />
      <Loaded query={useApi('GET /api/chats/:channelId/moderators', { params: { channelId } })} height="h-14">
        {({ items }) => (
          <People channelId={channelId} kind="moderators" people={items}>
            {(moderator) => <ModeratorPowers channelId={channelId} moderator={moderator} />}
          </People>
        )}
      </Loaded>
    </div>
  );
}

/** The streamer's VIPs, who write without waiting. */
export function Vips({ channelId }: { channelId: UserId }) {
  return (
    <div className="flex flex-col gap-4">
      <AddPerson channelId={channelId} kind="vips" />
      <Loaded query={useApi('GET /api/chats/:channelId/vips', { params: { channelId } })} height="h-14">
        {({ items }) => <People channelId={channelId} kind="vips" people={items} />}
      </Loaded>
    </div>
  );
}

interface PeopleProps<Person extends ChatVip> extends AppointmentsProps {
  people: readonly Person[];
  /** Content below a person. */
  children?: (person: Person) => ReactNode;
}

function People<Person extends ChatVip>({ channelId, kind, people, children }: PeopleProps<Person>) {
  const words = WORDS[kind];
  if (people.length === 0) return <p className="text-muted text-sm">{words.none}</p>;
  return (
    <ul aria-label={words.title} className="flex flex-col gap-1">
      {people.map((person) => {
        const { id, username, displayName, avatarUrl } = person;
        return (
          <li key={id} className="flex flex-col gap-2 py-1">
            <div className="flex items-center gap-3">
              <Avatar name={displayName || username} src={avatarUrl} size={36} />
              <p className="min-w-0 flex-1 truncate">
                <bdi className="font-medium">{displayName || username}</bdi>{' '}
                <bdi className="text-muted text-sm">@{username}</bdi>
              </p>
              <RemovePerson channelId={channelId} kind={kind} userId={id} username={username} />
            </div>
            {children?.(person)}
          </li>
        );
      })}
    </ul>
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
        {t('chat.team.add')}
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
      aria-label={WORDS[kind].remove(username)}
      onClick={() => remove.mutate(userId)}
    >
      {t('chat.team.remove')}
    </Button>
  );
}
