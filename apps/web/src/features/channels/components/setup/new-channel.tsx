import type { SessionUser } from '@tributary/contracts/identity';
import { CATEGORIES, LIVE_SLUG } from '@tributary/contracts/shared';
import { useState } from 'react';
import { useCreateChannel } from '../../api/use-channel.ts';
import { SettingsForm } from '../settings/settings-form.tsx';

/** Describes a viewer's first stream, which gives them a channel and its stream key. */
export function NewChannel({ user: { username, displayName } }: { user: SessionUser }) {
  const create = useCreateChannel();
  const [proposed] = useState(() => ({
    title: `Live with ${displayName || username}`,
    category: CATEGORIES[0],
    tags: [],
    isMature: false,
  }));
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-[52ch] text-muted">
        Describe your first stream and get your stream key. Your channel is at{' '}
        <span className="font-medium [overflow-wrap:anywhere] text-ink">
          {location.host}/s/{username}/{LIVE_SLUG}
        </span>
        . You go live when you start your encoder.
      </p>
      <SettingsForm settings={proposed} save={create.mutateAsync}>
        Get your stream key
      </SettingsForm>
    </div>
  );
}
