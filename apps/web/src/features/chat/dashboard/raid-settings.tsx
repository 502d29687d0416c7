import { type ChatSettings, type RaidPolicy, raidPolicy } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { t } from '@/lib/messages/t.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { useChangeChatSettings } from '../api/channel.ts';

const WORDS: Readonly<Record<RaidPolicy, string>> = {
  everyone: t('chat.raid.all'),
  followed: t('chat.raid.followed'),
  nobody: t('chat.raid.noChannel'),
};

interface RaidSettingsProps {
  channelId: UserId;
  settings: ChatSettings;
}

export function RaidSettings({ channelId, settings }: RaidSettingsProps) {
  const change = useChangeChatSettings(channelId);
  const { raids } = Object.assign({}, settings, change.isPending && change.variables);
  return (
    <Field label={t('chat.raid.who')} hint={t('chat.raid.whoHint')}>
      {(control) => (
        <Select
          {...control}
          value={raids}
          onChange={({ target }) => change.mutate({ raids: raidPolicy.parse(target.value) })}
        >
          {raidPolicy.options.map((policy) => (
            <option key={policy} value={policy}>
              {WORDS[policy]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
