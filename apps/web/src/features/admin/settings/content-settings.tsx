/** What is kept of streams, and what people can write in their chats. */
import { type InstanceSettings, instanceSettings } from '@tributary/contracts/instance';
import { t } from '@/lib/messages/t.ts';
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
      <Setting title={t('dashboards.recordings')} lead={t('admin.settings.recordingsLead')}>
        <div className="flex flex-col gap-6">
          <SwitchSetting
            name="recordingsEnabled"
            label={t('admin.settings.record')}
            on={recordingsEnabled}
            saved={(on) => t(on ? 'admin.settings.recordOn' : 'admin.settings.recordOff')}
          />
          <NumberSetting
            name="recordingRetentionDays"
            label={t('admin.settings.recordingDays')}
            hint={t('admin.settings.recordingDaysHint')}
            value={recordingRetentionDays}
          />
          <NumberSetting
            name="recordingQuotaGib"
            label={t('admin.settings.quota')}
            hint={t('admin.settings.noLimit')}
            value={recordingQuotaGib}
          />
          <NumberSetting
            name="uploadMaxGib"
            label={t('admin.settings.uploadMax')}
            hint={t('admin.settings.uploadMaxHint')}
            value={uploadMaxGib}
          />
        </div>
      </Setting>
      <Setting title={t('dashboards.chat')} lead={t('admin.settings.chatLead')}>
        <div className="flex flex-col gap-6">
          <NumberSetting
            name="chatRetentionDays"
            label={t('admin.settings.chatDays')}
            hint={t('admin.settings.chatDaysHint')}
            value={chatRetentionDays}
          />
          <SwitchSetting
            name="emotesNeedReview"
            label={t('admin.settings.reviewEmotes')}
            on={settings.emotesNeedReview}
            saved={(on) => t(on ? 'admin.settings.reviewOn' : 'admin.settings.reviewOff')}
          />
          <SwitchSetting
            name="linkPreviews"
            label={t('admin.settings.linkPreviews')}
            hint={t('admin.settings.linkPreviewsHint')}
            on={settings.linkPreviews}
            saved={(on) => t(on ? 'admin.settings.previewsOn' : 'admin.settings.previewsOff')}
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
      label={t('admin.settings.blockedWords')}
      hint={t('admin.settings.blockedWordsHint')}
      words={words}
      busy={save.isPending}
      problemOf={(next) => instanceSettings.shape.chatBlockedWords.safeParse(next).error?.issues[0]?.message}
      onSave={(next) =>
        save.mutate(
          { chatBlockedWords: next },
          { onError: (error) => toast.failure(t('admin.settings.wordsNotSaved'), error) },
        )
      }
    />
  );
}
