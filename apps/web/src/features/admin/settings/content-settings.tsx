/** What is kept of streams, and what people can write in their chats. */
import { type InstanceSettings, instanceSettings } from '@tributary/contracts/instance';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { WordsForm } from '@/ui/forms/words-form.tsx';
import { useSaveSettings } from '../queries.ts';
import { NumberSetting } from './entry-settings.tsx';
import { SwitchSetting } from './switch-setting.tsx';

export function ContentSettings({ settings }: { settings: InstanceSettings }) {
  const { recordingsEnabled, recordingRetentionDays, recordingQuotaGib, uploadMaxGib, chatRetentionDays } =
    settings;
  return (
    <>
      <Setting
        title="Recordings"
        lead="Streams are recorded where their streamers want it. Streamers are told a week before a recording is deleted."
      >
        <div className="flex flex-col gap-6">
          <SwitchSetting
            name="recordingsEnabled"
            label="Record streams"
            on={recordingsEnabled}
            saved={(on) => (on ? 'Streams are recorded from now on' : 'New streams are no longer recorded')}
          />
          <NumberSetting
            name="recordingRetentionDays"
            label="Delete recordings after days"
            hint="0 keeps them."
            value={recordingRetentionDays}
          />
          <NumberSetting
            name="recordingQuotaGib"
            label="Storage of each channel in GiB"
            hint="0 sets no limit."
            value={recordingQuotaGib}
          />
          <NumberSetting
            name="uploadMaxGib"
            label="Largest upload in GiB"
            hint="Of one video file that a streamer uploads. 0 turns uploads off."
            value={uploadMaxGib}
          />
        </div>
      </Setting>
      <Setting title="Chat" lead="What people write in the chats of streams, also in those that have ended.">
        <div className="flex flex-col gap-6">
          <NumberSetting
            name="chatRetentionDays"
            label="Delete messages after days"
            hint="0 keeps them as long as their stream."
            value={chatRetentionDays}
          />
          <SwitchSetting
            name="emotesNeedReview"
            label="Review emotes of channels before people can use them"
            on={settings.emotesNeedReview}
            saved={(on) => (on ? 'New emotes wait for a review' : 'New emotes can be used at once')}
          />
          <SwitchSetting
            name="linkPreviews"
            label="Previews of links"
            hint="Channels turn them on for their chats. The server then loads linked pages, so their sites see its IP address, and not that of viewers."
            on={settings.linkPreviews}
            saved={(on) => (on ? 'Channels can show previews of links' : 'New messages have no previews')}
          />
          <BlockedWords words={settings.chatBlockedWords} />
        </div>
      </Setting>
    </>
  );
}

function BlockedWords({ words }: { words: readonly string[] }) {
  const save = useSaveSettings();
  return (
    <WordsForm
      label="Blocked words"
      hint="Refused in every chat, also from moderators. One word or phrase on each line; * at an end matches any letters."
      words={words}
      busy={save.isPending}
      problemOf={(next) => instanceSettings.shape.chatBlockedWords.safeParse(next).error?.issues[0]?.message}
      onSave={(next) =>
        save.mutate(
          { chatBlockedWords: next },
          { onError: (error) => toast.failure('Couldn’t save the words', error) },
        )
      }
    />
  );
}
