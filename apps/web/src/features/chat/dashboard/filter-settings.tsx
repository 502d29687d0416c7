import { type ChatFilter, type ChatSettings, chatBlockedWords } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { t } from '@/lib/messages/t.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { WordsForm } from '@/ui/forms/words-form.tsx';
import { useChangeChatSettings } from '../api/channel.ts';

const FILTERS: readonly (readonly [ChatFilter, label: string, hint: string])[] = [
  ['links', t('chat.filter.links'), t('chat.filter.linksHint')],
  ['caps', t('chat.match.caps'), t('chat.filter.capsHint')],
  ['repetition', t('chat.match.repetition'), t('chat.filter.repetitionHint')],
  ['flood', t('chat.filter.flood'), t('chat.filter.floodHint')],
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
      <Field label={t('chat.filter.matching')} hint={t('chat.filter.matchingHint')}>
        {(control) => (
          <Select
            {...control}
            value={filtered}
            onChange={({ target }) =>
              change.mutate({ filtered: target.value === 'hold' ? 'hold' : 'refuse' })
            }
          >
            <option value="refuse">{t('chat.filter.refuse')}</option>
            <option value="hold">{t('chat.filter.hold')}</option>
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
        label={t('chat.filter.words')}
        hint={t('chat.filter.wordsHint')}
        words={blockedWords}
        busy={change.isPending}
        problemOf={(words) => chatBlockedWords.safeParse(words).error?.issues[0]?.message}
        onSave={(words) => change.mutate({ blockedWords: words })}
      />
    </div>
  );
}
