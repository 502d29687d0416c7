import { type ChatSettings, type RaidPolicy, raidPolicy } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { useChangeChatSettings } from '../api/channel.ts';

const WORDS: Readonly<Record<RaidPolicy, string>> = {
  everyone: 'All channels',
  followed: 'Channels that you follow',
  nobody: 'No channel',
};

interface RaidSettingsProps {
  channelId: UserId;
  settings: ChatSettings;
}

export function RaidSettings({ channelId, settings }: RaidSettingsProps) {
  const change = useChangeChatSettings(channelId);
  const { raids } = Object.assign({}, settings, change.isPending && change.variables);
  return (
    <Field label="Who can raid you" hint="Channels that you block or ban from your chats never can.">
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
