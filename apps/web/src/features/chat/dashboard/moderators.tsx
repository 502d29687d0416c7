import type { UserId } from '@tributary/contracts';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { useAddModerator, useChatModerators, useRemoveModerator } from '../api/channel.ts';

export function Moderators({ channelId }: { channelId: UserId }) {
  return (
    <div className="flex flex-col gap-4">
      <AddModerator channelId={channelId} />
      <Loaded query={useChatModerators(channelId)} height="h-14">
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted text-sm">You have no moderators yet.</p>
          ) : (
            <ul aria-label="Moderators" className="flex flex-col gap-1">
              {items.map(({ id, username, displayName, avatarUrl }) => (
                <li key={id} className="flex items-center gap-3 py-1">
                  <Avatar name={displayName || username} src={avatarUrl} size={36} />
                  <p className="min-w-0 flex-1 truncate">
                    <bdi className="font-medium">{displayName || username}</bdi>{' '}
                    <span className="text-muted text-sm">@{username}</span>
                  </p>
                  <RemoveModerator channelId={channelId} userId={id} username={username} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

function AddModerator({ channelId }: { channelId: UserId }) {
  const [username, setUsername] = useState('');
  const add = useAddModerator(channelId);
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (username.trim() !== '') add.mutate(username.trim(), { onSuccess: () => setUsername('') });
      }}
    >
      <div className="min-w-0 flex-1">
        <Field label="Add a moderator by username">
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

function RemoveModerator({
  channelId,
  userId,
  username,
}: {
  channelId: UserId;
  userId: UserId;
  username: string;
}) {
  const remove = useRemoveModerator(channelId);
  return (
    <Button
      size="sm"
      variant="quiet"
      busy={remove.isPending}
      aria-label={`Remove ${username} as moderator`}
      onClick={() => remove.mutate(userId)}
    >
      Remove
    </Button>
  );
}
