import { type ChatFilter, type ChatSettings, chatBlockedWords } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { WordsForm } from '@/ui/forms/words-form.tsx';
import { useChangeChatSettings } from '../api/channel.ts';

const FILTERS: readonly (readonly [ChatFilter, label: string, hint: string])[] = [
  ['links', 'Links', 'Addresses of websites.'],
  ['caps', 'Capital letters', 'Messages that shout.'],
  ['repetition', 'Repetition', 'The same letter or word over and over.'],
  ['flood', 'Floods', 'More than five messages of one person in ten seconds.'],
];

interface FilterSettingsProps {
  channelId: UserId;
  settings: ChatSettings;
}

/** The filters that keep messages out of the chat because of their text. */
export function FilterSettings({ channelId, settings }: FilterSettingsProps) {
  const change = useChangeChatSettings(channelId);
  const { filters, blockedWords, filtered } = Object.assign(
    {},
    settings,
    change.isPending && change.variables,
  );
  return (
    <div className="flex flex-col gap-5">
      <Field
        label="Messages that match"
        hint="Held messages wait for the streamer or a moderator, who releases or refuses them. Floods are always refused."
      >
        {(control) => (
          <Select
            {...control}
            value={filtered}
            onChange={({ target }) =>
              change.mutate({ filtered: target.value === 'hold' ? 'hold' : 'refuse' })
            }
          >
            <option value="refuse">Refuse them</option>
            <option value="hold">Hold them for moderators</option>
          </Select>
        )}
      </Field>
      {FILTERS.map(([filter, label, hint]) => (
        <Switch
          key={filter}
          label={label}
          hint={hint}
          checked={filters.includes(filter)}
          onChange={(isOn) =>
            change.mutate({
              filters: isOn ? [...filters, filter] : filters.filter((other) => other !== filter),
            })
          }
        />
      ))}
      <WordsForm
        label="Blocked words"
        hint="One word or phrase on each line. Add * at an end for any letters there: spoil* also blocks spoiler. Other spellings, such as sp0il, are found too."
        words={blockedWords}
        busy={change.isPending}
        problemOf={(words) => chatBlockedWords.safeParse(words).error?.issues[0]?.message}
        onSave={(words) => change.mutate({ blockedWords: words })}
      />
    </div>
  );
}
