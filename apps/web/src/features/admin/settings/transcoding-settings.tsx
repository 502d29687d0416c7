/** The settings of the renditions that viewers can choose, and of what these may cost. */
import type { InstanceSettings } from '@tributary/contracts/instance';
import { TRANSCODING_HEIGHTS } from '@tributary/contracts/live';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useSaveSettings } from '../queries.ts';
import { NumberSetting } from './entry-settings.tsx';
import { SwitchSetting } from './switch-setting.tsx';

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
          toast.success(isOn ? `Viewers can choose ${height}p` : `${height}p is no longer offered`),
        onError: (error) => toast.failure('Couldn’t save the renditions', error),
      },
    );
  return (
    <Setting
      title="Video quality"
      lead="Smaller renditions, for viewers on slow connections. The server makes one of a live stream while a viewer watches it, with the cores that TRANSCODING in its environment allows."
    >
      <div className="flex flex-col gap-6">
        {TRANSCODING_HEIGHTS.map((height) => (
          <Switch
            key={height}
            label={`${height}p`}
            checked={heights.includes(height)}
            disabled={save.isPending}
            onChange={(isOn) => change(height, isOn)}
          />
        ))}
        <SwitchSetting
          name="recordingRenditions"
          label="Recordings and uploads"
          hint="Makes the same renditions of stored videos in the background. They take about two thirds as much storage again, which does not count toward the storage of channels."
          on={settings.recordingRenditions}
          saved={(on) => (on ? 'Recordings get renditions' : 'Recordings get no more renditions')}
        />
        <NumberSetting
          name="transcodingCoresPerChannel"
          label="Cores of each channel"
          hint="The most that the renditions of one channel may use at a time. 0 sets no limit."
          value={settings.transcodingCoresPerChannel}
        />
      </div>
    </Setting>
  );
}
