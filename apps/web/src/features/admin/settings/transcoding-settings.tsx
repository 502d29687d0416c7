/** The settings of the renditions that viewers can choose, and of what these may cost. */
import type { InstanceSettings } from '@tributary/contracts/instance';
import { TRANSCODING_HEIGHTS } from '@tributary/contracts/live';
import { t } from '@/lib/messages/t.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useSaveSettings } from '../queries.ts';
import { NumberSetting } from './entry-settings.tsx';
import { SwitchSetting } from './switch-setting.tsx';

const nameOf = (height: number): string => `${height}p`;

export function TranscodingSettings({ settings }: { settings: InstanceSettings }) {
  const { transcodingHeights: heights } = settings;
  const save = useSaveSettings();
  const change = (height: (typeof TRANSCODING_HEIGHTS)[number], isOn: boolean) =>
    save.mutate(
      {
        transcodingHeights: TRANSCODING_HEIGHTS.filter((one) =>
          one === height ? isOn : heights.includes(one),
        ),
      },
      {
        onSuccess: () =>
          toast.success(
            t(isOn ? 'admin.settings.qualityOn' : 'admin.settings.qualityOff', { quality: nameOf(height) }),
          ),
        onError: (error) => toast.failure(t('admin.settings.qualitiesNotSaved'), error),
      },
    );
  return (
    <Setting title={t('admin.settings.quality')} lead={t('admin.settings.qualityLead')}>
      <div className="flex flex-col gap-6">
        {TRANSCODING_HEIGHTS.map((height) => (
          <Switch
            key={height}
            label={nameOf(height)}
            checked={heights.includes(height)}
            disabled={save.isPending}
            onChange={(isOn) => change(height, isOn)}
          />
        ))}
        <SwitchSetting
          name="recordingRenditions"
          label={t('admin.settings.storedQualities')}
          hint={t('admin.settings.storedQualitiesHint')}
          on={settings.recordingRenditions}
          saved={(on) => t(on ? 'admin.settings.storedOn' : 'admin.settings.storedOff')}
        />
        <NumberSetting
          name="transcodingCoresPerChannel"
          label={t('admin.settings.channelCores')}
          hint={t('admin.settings.channelCoresHint')}
          value={settings.transcodingCoresPerChannel}
        />
      </div>
    </Setting>
  );
}
