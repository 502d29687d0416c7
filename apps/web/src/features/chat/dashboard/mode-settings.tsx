import { type ChannelChatSettings, formatChatDuration } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useChangeChatSettings } from '../api/channel.ts';

const SLOW_SECONDS = [3, 5, 10, 30, 60, 300, 900];
const FOLLOWERS_MINUTES = [10, 60, 1440, 10_080, 43_200];

const SWITCHES = [
  ['subscribersOnly', 'Subscribers-only', 'Only people who subscribe to the channel can chat.'],
  ['emoteOnly', 'Emote-only', 'Messages consist of emoji and emotes, without words.'],
  ['uniqueMessages', 'Unique messages', 'No message repeats one of the 200 before it.'],
  ['hidesViewers', 'Hide the list of people', 'Only the streamer and moderators see who has the chat open.'],
  [
    'linkPreviews',
    'Previews of links',
    'Messages with a link show the title of its page, which the server loads. Viewers’ browsers load nothing.',
  ],
] as const;

interface ModeSettingsProps {
  channelId: UserId;
  settings: ChannelChatSettings;
}

export function ModeSettings({ channelId, settings }: ModeSettingsProps) {
  const change = useChangeChatSettings(channelId);
  const shown = Object.assign({}, settings, change.isPending && change.variables);
  const { slowSeconds, followersMinutes } = shown;
  const switches = SWITCHES.filter(([name]) => name !== 'linkPreviews' || settings.canPreviewLinks);
  return (
    <div className="flex flex-col gap-5">
      <Field label="Slow mode" hint="How long people wait between two messages.">
        {(control) => (
          <Select
            {...control}
            value={slowSeconds}
            onChange={({ target }) => change.mutate({ slowSeconds: Number(target.value) })}
          >
            <option value={0}>Off</option>
            {withCurrent(SLOW_SECONDS, slowSeconds).map((seconds) => (
              <option key={seconds} value={seconds}>
                {formatChatDuration(seconds)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Followers-only" hint="Subscribers can chat without following the channel.">
        {(control) => (
          <Select
            {...control}
            value={followersMinutes ?? ''}
            onChange={({ target }) =>
              change.mutate({ followersMinutes: target.value === '' ? null : Number(target.value) })
            }
          >
            <option value="">Off</option>
            <option value={0}>Everybody who follows the channel</option>
            {withCurrent(FOLLOWERS_MINUTES, followersMinutes ?? 0).map((minutes) => (
              <option key={minutes} value={minutes}>
                Followers for {formatChatDuration(minutes * 60)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {switches.map(([name, label, hint]) => (
        <Switch
          key={name}
          label={label}
          hint={hint}
          checked={shown[name]}
          onChange={(isOn) => change.mutate({ [name]: isOn })}
        />
      ))}
    </div>
  );
}

/** The offered values and the current one, which a command may have set to another value. */
const withCurrent = (offered: readonly number[], current: number): number[] =>
  [...new Set(current === 0 ? offered : [...offered, current])].toSorted((a, b) => a - b);
