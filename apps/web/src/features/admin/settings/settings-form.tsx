import { type InstanceSettings, instanceSettings } from '@tributary/contracts/instance';
import { PAYOUT_MINIMUM_LIMITS } from '@tributary/contracts/payouts';
import { formatMoney } from '@tributary/contracts/shared';
import { type ReactNode, useState } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { useInstanceName } from '@/lib/instance.ts';
import { messageOf } from '@/lib/query.ts';
import { useApi } from '@/lib/use-api.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { WordsForm } from '@/ui/forms/words-form.tsx';
import { useSaveSettings } from '../queries.ts';
import { CurrencySetting } from './currency-setting.tsx';
import { HundredthsSetting, NumberSetting, TextSetting } from './entry-settings.tsx';

/** The instance settings; each applies as soon as it is saved. */
export function SettingsForm({ securityLink }: { securityLink: (words: string) => ReactNode }) {
  const settings = useApi('GET /api/admin/settings');
  const name = useInstanceName();
  if (!settings.data) {
    return settings.isError ? (
      <ErrorState message={messageOf(settings.error)} onRetry={() => void settings.refetch()} />
    ) : (
      <Skeleton className="h-96 rounded-media" />
    );
  }
  const { tagline, announcement, registrationOpen, adminsNeedSecondFactor } = settings.data;
  const { recordingsEnabled, recordingRetentionDays, recordingQuotaGib, chatRetentionDays } = settings.data;
  const { uploadMaxGib } = settings.data;
  return (
    <div className="divide-y divide-line">
      <Setting title="Name" lead="Your instance’s name.">
        <p>
          <bdi className="font-semibold">{name}</bdi>
        </p>
        <p className="mt-1 text-muted text-sm">
          To change it, set INSTANCE_NAME in the server’s environment and restart.
        </p>
      </Setting>
      <Setting title="Tagline" lead="Shown below the name in the footer of every page.">
        <TextSetting name="tagline" label="Tagline" value={tagline} />
      </Setting>
      <Setting
        title="Announcement"
        lead="Shown to everyone at the top of every page until you clear it. People who dismiss it don’t see it again."
      >
        <TextSetting name="announcement" label="Announcement" value={announcement} lines={3} />
      </Setting>
      <Setting
        title="New accounts"
        lead="Existing accounts stay. You can always create accounts on the command line."
      >
        <SwitchSetting
          name="registrationOpen"
          label="Allow new accounts"
          on={registrationOpen}
          saved={(on) => (on ? 'New accounts are allowed' : 'New accounts are no longer allowed')}
        />
      </Setting>
      <Setting
        title="Two-factor authentication for admins"
        lead="Admins without an authenticator app can’t use this dashboard until they set one up."
      >
        <SwitchSetting
          name="adminsNeedSecondFactor"
          label="Require two-factor authentication"
          on={adminsNeedSecondFactor}
          saved={(on) =>
            on
              ? 'Two-factor authentication is now required for admins'
              : 'Two-factor authentication is no longer required'
          }
        />
        <p className="mt-2 text-sm">{securityLink('Your security settings')}</p>
      </Setting>
      <Setting
        title="Currency"
        lead="What people pay in. Existing prices keep their numbers when you change it. Amounts of different currencies can’t be added up, so it’s fixed once somebody has started to pay."
      >
        <CurrencySetting {...settings.data} />
      </Setting>
      <Setting
        title="Platform fee"
        lead="Your share of donations, tickets and subscriptions, rounded down. Payments that were made stay as they are, and refunds return the fee."
      >
        <HundredthsSetting
          name="platformFeeBasisPoints"
          label="Platform fee in percent"
          range="Enter a percentage from 0 to 50, with at most two decimals."
          value={settings.data.platformFeeBasisPoints}
        />
      </Setting>
      <Setting
        title="Smallest payout"
        lead="Creators can withdraw this much or more. It is also the least that is paid out each month."
      >
        <HundredthsSetting
          name="payoutMinimumCents"
          label={`Smallest payout in ${settings.data.currency}`}
          range={payoutRange(settings.data.currency)}
          value={settings.data.payoutMinimumCents}
        />
      </Setting>
      <Setting
        title="Receipts and statements"
        lead="Name and address of who runs this instance, as printed on them. Empty: the name of the instance."
      >
        <TextSetting
          name="receiptIssuer"
          label="Name and address"
          value={settings.data.receiptIssuer}
          lines={4}
        />
      </Setting>
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
            on={settings.data.emotesNeedReview}
            saved={(on) => (on ? 'New emotes wait for a review' : 'New emotes can be used at once')}
          />
          <SwitchSetting
            name="linkPreviews"
            label="Previews of links"
            hint="Channels turn them on for their chats. The server then loads linked pages, so their sites see its IP address, and not that of viewers."
            on={settings.data.linkPreviews}
            saved={(on) => (on ? 'Channels can show previews of links' : 'New messages have no previews')}
          />
          <BlockedWords words={settings.data.chatBlockedWords} />
        </div>
      </Setting>
    </div>
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

interface SwitchSettingProps {
  name:
    | 'registrationOpen'
    | 'adminsNeedSecondFactor'
    | 'recordingsEnabled'
    | 'emotesNeedReview'
    | 'linkPreviews';
  label: string;
  hint?: string;
  on: boolean;
  saved: (on: boolean) => string;
}

/** Saves immediately. */
function SwitchSetting({ name, label, hint, on, saved }: SwitchSettingProps) {
  const [problem, setProblem] = useState<string>();
  const save = useSaveSettings();
  const turn = async (next: boolean) => {
    setProblem(undefined);
    try {
      const change: Partial<InstanceSettings> = { [name]: next };
      await save.mutateAsync(change);
      toast.success(saved(next));
    } catch (error) {
      setProblem((error instanceof ApiProblem && error.fieldError(`/${name}`)) || messageOf(error));
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label={label}
        hint={hint}
        checked={(save.isPending ? save.variables[name] : undefined) ?? on}
        onChange={(next) => !save.isPending && void turn(next)}
      />
      <p role="alert" className="text-live text-sm empty:hidden">
        {problem}
      </p>
    </div>
  );
}

function payoutRange(currency: string): string {
  const [least, most] = [PAYOUT_MINIMUM_LIMITS.minCents, PAYOUT_MINIMUM_LIMITS.maxCents];
  return `Enter ${formatMoney(least, currency)} to ${formatMoney(most, currency)}, with at most two decimals.`;
}
