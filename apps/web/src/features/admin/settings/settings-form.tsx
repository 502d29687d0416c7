import type { ReactNode } from 'react';
import { useInstanceName } from '@/lib/instance.ts';
import { messageOf } from '@/lib/query.ts';
import { useApi } from '@/lib/use-api.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { ContentSettings } from './content-settings.tsx';
import { TextSetting } from './entry-settings.tsx';
import { MoneySettings } from './money-settings.tsx';
import { SwitchSetting } from './switch-setting.tsx';
import { TranscodingSettings } from './transcoding-settings.tsx';

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
      <MoneySettings settings={settings.data} />
      <ContentSettings settings={settings.data} />
      <TranscodingSettings settings={settings.data} />
    </div>
  );
}
