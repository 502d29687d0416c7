import type { ChannelChatSettings } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { t } from '@/lib/messages/t.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useChangeChatSettings } from '../api/channel.ts';
import { durationInWords } from '../engine/room/duration-words.ts';

const SLOW_SECONDS = [3, 5, 10, 30, 60, 300, 900];
const FOLLOWERS_MINUTES = [10, 60, 1440, 10_080, 43_200];

const SWITCHES = [
  ['subscribersOnly', t('chat.mode.subscribersOnly'), t('chat.mode.subscribersOnlyHint')],
  ['emoteOnly', t('chat.mode.emoteOnly'), t('chat.mode.emoteOnlyHint')],
  ['uniqueMessages', t('chat.mode.unique'), t('chat.mode.uniqueHint')],
  ['hidesViewers', t('chat.mode.hidesViewers'), t('chat.mode.hidesViewersHint')],
  ['linkPreviews', t('chat.mode.linkPreviews'), t('chat.mode.linkPreviewsHint')],
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
      <Field label={t('chat.mode.slow')} hint={t('chat.mode.slowHint')}>
        {(control) => (
          <Select
            {...control}
            value={slowSeconds}
            onChange={({ target }) => change.mutate({ slowSeconds: Number(target.value) })}
          >
            <option value={0}>{t('chat.mode.off')}</option>
            {withCurrent(SLOW_SECONDS, slowSeconds).map((seconds) => (
              <option key={seconds} value={seconds}>
                {durationInWords(seconds)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('chat.mode.followersOnly')} hint={t('chat.mode.followersOnlyHint')}>
        {(control) => (
          <Select
            {...control}
            value={followersMinutes ?? ''}
            onChange={({ target }) =>
              change.mutate({ followersMinutes: target.value === '' ? null : Number(target.value) })
            }
          >
            <option value="">{t('chat.mode.off')}</option>
            <option value={0}>{t('chat.mode.allFollowers')}</option>
            {withCurrent(FOLLOWERS_MINUTES, followersMinutes ?? 0).map((minutes) => (
              <option key={minutes} value={minutes}>
                {t('chat.mode.followersFor', { duration: durationInWords(minutes * 60) })}
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
