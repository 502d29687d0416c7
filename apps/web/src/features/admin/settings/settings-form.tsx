import type { ReactNode } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { BrandingSettings } from './branding-settings.tsx';
import { ContentSettings } from './content-settings.tsx';
import { TextSetting } from './entry-settings.tsx';
import { FrontPageSetting } from './front-page-setting.tsx';
import { LanguagesSetting } from './languages-setting.tsx';
import { MoneySettings } from './money-settings.tsx';
import { RegistrationSetting } from './registration-setting.tsx';
import { SwitchSetting } from './switch-setting.tsx';
import { TranscodingSettings } from './transcoding-settings.tsx';

/** The instance settings; each applies as soon as it is saved. */
export function SettingsForm({ securityLink }: { securityLink: (words: string) => ReactNode }) {
  const settings = useApi('GET /api/admin/settings');
  if (!settings.data) {
    return settings.isError ? (
      <ErrorState message={messageOf(settings.error)} onRetry={() => void settings.refetch()} />
    ) : (
      <Skeleton className="h-96 rounded-media" />
    );
  }
  const { tagline, announcement, registration, adminsNeedSecondFactor } = settings.data;
  return (
    <div className="divide-y divide-line">
      <BrandingSettings settings={settings.data} />
      <Setting title={t('admin.branding.frontPage')} lead={t('admin.branding.frontPageLead')}>
        <FrontPageSetting {...settings.data} />
      </Setting>
      <Setting title={t('admin.branding.languages')} lead={t('admin.branding.languagesLead')}>
        <LanguagesSetting {...settings.data} />
      </Setting>
      <Setting title={t('admin.settings.tagline')} lead={t('admin.settings.taglineLead')}>
        <TextSetting name="tagline" label={t('admin.settings.tagline')} value={tagline} />
      </Setting>
      <Setting title={t('admin.settings.announcement')} lead={t('admin.settings.announcementLead')}>
        <TextSetting
          name="announcement"
          label={t('admin.settings.announcement')}
          value={announcement}
          lines={3}
        />
      </Setting>
      <Setting title={t('admin.overview.newAccounts')} lead={t('admin.settings.accountsLead')}>
        <RegistrationSetting registration={registration} />
      </Setting>
      <Setting title={t('admin.settings.secondFactor')} lead={t('admin.settings.secondFactorLead')}>
        <SwitchSetting
          name="adminsNeedSecondFactor"
          label={t('admin.settings.requireSecondFactor')}
          on={adminsNeedSecondFactor}
          saved={(on) => t(on ? 'admin.settings.secondFactorOn' : 'admin.settings.secondFactorOff')}
        />
        <p className="mt-2 text-sm">{securityLink(t('admin.settings.ownSecurity'))}</p>
      </Setting>
      <MoneySettings settings={settings.data} />
      <ContentSettings settings={settings.data} />
      <TranscodingSettings settings={settings.data} />
    </div>
  );
}
