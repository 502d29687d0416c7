/** The branding of the instance: name, logo, accent color and default theme. */
import type { AdminSettings } from '@tributary/contracts/instance';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Mark } from '@/ui/brand/mark.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { ImageField } from '@/ui/forms/image-field.tsx';
import { Radios } from '@/ui/forms/radios.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { useRemoveLogo, useReplaceLogo, useSaveSettings } from '../queries.ts';
import { AccentSetting } from './accent-setting.tsx';
import { TextSetting } from './entry-settings.tsx';

export function BrandingSettings({ settings }: { settings: AdminSettings }) {
  const { name, configuredName, accent, logoUrl } = settings;
  return (
    <>
      <Setting title={t('identity.passkeys.name')} lead={t('admin.branding.nameLead')}>
        <TextSetting
          name="name"
          label={t('identity.passkeys.name')}
          hint={t('admin.branding.nameHint', { name: configuredName })}
          value={name}
        />
      </Setting>
      <Setting title={t('admin.branding.logo')} lead={t('admin.branding.logoLead')}>
        <LogoSetting url={logoUrl} />
      </Setting>
      <Setting title={t('admin.branding.accent')} lead={t('admin.branding.accentLead')}>
        <AccentSetting key={accent} accent={accent} />
      </Setting>
      <Setting title={t('admin.branding.theme')} lead={t('admin.branding.themeLead')}>
        <ThemeSetting {...settings} />
      </Setting>
    </>
  );
}

function LogoSetting({ url }: { url: string | null }) {
  const replace = useReplaceLogo();
  const remove = useRemoveLogo();
  return (
    <ImageField
      kind="logo"
      label={t('admin.branding.logo')}
      url={url}
      show={(shown) =>
        shown ? (
          <img
            src={shown}
            alt={t('admin.branding.logoNow')}
            className="size-24 rounded-control bg-surface-2 object-contain p-2"
          />
        ) : (
          <span className="grid size-24 place-items-center rounded-control bg-surface-2 text-accent">
            <Mark className="size-12" />
          </span>
        )
      }
      onReplace={(file, onProgress) => replace.mutateAsync({ file, onProgress })}
      onRemove={() => remove.mutateAsync()}
      onFailure={messageOf}
    />
  );
}

function ThemeSetting({ defaultTheme }: Pick<AdminSettings, 'defaultTheme'>) {
  const save = useSaveSettings();
  return (
    <Radios
      legend={t('admin.branding.theme')}
      value={save.isPending ? (save.variables.defaultTheme ?? defaultTheme) : defaultTheme}
      options={[
        ['system', t('admin.branding.themeSystem')],
        ['dark', t('dashboards.theme.dark')],
        ['light', t('dashboards.theme.light')],
      ]}
      onChange={(next) =>
        save.mutate(
          { defaultTheme: next },
          {
            onSuccess: () => toast.success(t('pages.editor.saved')),
            onError: (error) => toast.failure(t('admin.branding.notSaved'), error),
          },
        )
      }
    />
  );
}
