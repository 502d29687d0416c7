import type { SessionUser } from '@tributary/contracts/identity';
import { CATEGORIES, LIVE_SLUG, streamLanguagesOf } from '@tributary/contracts/shared';
import { useState } from 'react';
import { viewerTags } from '@/lib/labels/stream-languages.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { useCreateChannel } from '../../api/use-channel.ts';
import { SettingsForm } from '../settings/settings-form.tsx';

/** Describes a viewer's first stream, which gives them a channel and its stream key. */
export function NewChannel({ user: { username, displayName } }: { user: SessionUser }) {
  const create = useCreateChannel();
  const [proposed] = useState(() => ({
    title: t('channels.new.title', { name: displayName || username }),
    category: CATEGORIES[0],
    tags: [],
    isMature: false,
    language: streamLanguagesOf(viewerTags())[0] ?? null,
  }));
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-[52ch] text-muted">
        <Text
          k="channels.new.lead"
          values={{
            address: () => (
              <span className="font-medium text-ink [overflow-wrap:anywhere]">
                {location.host}/s/{username}/{LIVE_SLUG}
              </span>
            ),
          }}
        />
      </p>
      <SettingsForm settings={proposed} save={create.mutateAsync}>
        {t('channels.new.submit')}
      </SettingsForm>
    </div>
  );
}
