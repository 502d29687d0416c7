/** Settings for the look and sound of donations on a creator's stream, and the addresses for streaming software. */
import { type AlertSettings, alertSettings, type DonationOverlay } from '@tributary/contracts/donations';
import { useState } from 'react';
import { apiQuery } from '@/lib/api-query.ts';
import { amountText, centsOf, wholeOf } from '@/lib/number-fields.ts';
import { useApi, useApiMutation } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Select } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { Setting } from '@/ui/forms/setting.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';
import { AlertCard, AlertFrame } from './alert-card.tsx';
import { playAlertSound } from './alert-sound.ts';

const answers = apiQuery('GET /api/me/donation-overlay');

export function OverlaySettings() {
  return (
    <Loaded query={useApi('GET /api/me/donation-overlay')} height="h-96">
      {(overlay) => (
        <>
          <Setting
            title="On your stream"
            lead="Add these addresses as browser sources in OBS, 1920 by 1080. Keep them to yourself: anyone who has one sees your alerts and your chat."
          >
            <Addresses overlay={overlay} />
          </Setting>
          <Setting title="Alerts" lead="How a donation looks and sounds on your stream.">
            <AlertForm overlay={overlay} />
          </Setting>
        </>
      )}
    </Loaded>
  );
}

function Addresses({ overlay: { token } }: { overlay: DonationOverlay }) {
  const [shown, setShown] = useState(false);
  const rotate = useApiMutation('POST /api/me/donation-overlay/rotate', { answers });
  const test = useApiMutation('POST /api/me/donation-overlay/test', {
    failure: 'Couldn’t send an alert',
    onSuccess: () => void toast.success('Test alert sent'),
  });
  const secret = { secret: true, shown, onShownChange: setShown };
  return (
    <div className="flex flex-col gap-4">
      <CopyField label="Alerts" value={`${location.origin}/overlay/alerts/${token}`} {...secret} />
      <CopyField label="Chat" value={`${location.origin}/overlay/chat/${token}`} {...secret} />
      <CopyField label="Goal" value={`${location.origin}/overlay/goal/${token}`} {...secret} />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={test.isPending} onClick={() => test.mutate()}>
          Send test alert
        </Button>
        <ConfirmButton
          label="Replace addresses"
          button={{ variant: 'quiet' }}
          title="Replace addresses?"
          description="The present ones stop working at once. Enter the new ones in your streaming software."
          confirm="Replace"
          cancel="Keep them"
          onConfirm={() => rotate.mutateAsync()}
          done="Addresses replaced"
          failure="Couldn’t replace the addresses"
        />
      </div>
    </div>
  );
}

/** Form fields hold numbers as text. */
type Values = Omit<AlertSettings, 'minimumAmount' | 'seconds' | 'volume'> &
  Record<'minimumAmount' | 'seconds' | 'volume', string>;

const valuesOf = ({ settings }: Pick<DonationOverlay, 'settings'>): Values => ({
  ...settings,
  minimumAmount: amountText(settings.minimumAmount),
  seconds: String(settings.seconds),
  volume: String(settings.volume),
});

const editOf = ({ minimumAmount, seconds, volume, ...rest }: Values): AlertSettings => ({
  ...rest,
  minimumAmount: centsOf(minimumAmount),
  seconds: wholeOf(seconds),
  volume: wholeOf(volume),
});

const CHOICES = {
  sound: { chime: 'Chime', drop: 'Drop', fanfare: 'Fanfare', none: 'No sound' },
  place: { top: 'Top', center: 'Center', bottom: 'Bottom' },
  size: { small: 'Small', medium: 'Medium', large: 'Large' },
  background: { dark: 'Dark', light: 'Light', none: 'None' },
} as const;

const SAMPLE = { name: 'Ada', message: 'Greetings from a very late train.', amount: 500 };

function AlertForm({ overlay }: { overlay: DonationOverlay }) {
  const save = useApiMutation('PUT /api/me/donation-overlay', { answers });
  const { form, submit, errors, busy } = useProblemForm({
    schema: alertSettings,
    values: valuesOf(overlay),
    text: { editOf, currency: overlay.currency },
    send: (body) => save.mutateAsync({ body }),
    valuesOf,
    onSaved: () => void toast.success('Saved'),
    failure: 'Couldn’t save',
  });
  const values = form.watch();
  const choice = (label: string, name: keyof typeof CHOICES) => (
    <Field label={label} error={errors[name]?.message}>
      {(control) => (
        <Select {...control} {...form.register(name)}>
          {Object.entries(CHOICES[name]).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
  const figure = { inputMode: 'decimal', className: 'tabular-nums', autoComplete: 'off' } as const;
  return (
    <form onSubmit={submit} noValidate className="@container flex flex-col gap-3">
      <div
        role="img"
        aria-label="Preview"
        className="mb-2 aspect-video overflow-hidden rounded-media bg-surface-3"
      >
        <AlertFrame place={values.place}>
          <AlertCard alert={{ ...SAMPLE, currency: overlay.currency }} settings={editOf(values)} />
        </AlertFrame>
      </div>
      <Field label="Text" error={errors.text?.message} hint="{name} and {amount} are filled in.">
        {(control) => <Input {...control} {...form.register('text')} dir="auto" />}
      </Field>
      <div className="grid gap-x-4 gap-y-3 @md:grid-cols-3">
        <Field
          label={`Smallest donation in ${overlay.currency}`}
          error={errors.minimumAmount?.message}
          hint="Smaller ones show no alert."
        >
          {(control) => <Input {...control} {...form.register('minimumAmount')} {...figure} />}
        </Field>
        <Field label="Duration in seconds" error={errors.seconds?.message}>
          {(control) => <Input {...control} {...form.register('seconds')} {...figure} />}
        </Field>
        <Field label="Color" error={errors.color?.message}>
          {(control) => <Input {...control} {...form.register('color')} type="color" className="p-1" />}
        </Field>
        {choice('Position', 'place')}
        {choice('Size', 'size')}
        {choice('Background', 'background')}
        {choice('Sound', 'sound')}
        <Field label="Volume" error={errors.volume?.message} hint="0 to 100.">
          {(control) => <Input {...control} {...form.register('volume')} {...figure} />}
        </Field>
      </div>
      <Switch
        label="Show messages"
        checked={values.showsMessage}
        onChange={(checked) => form.setValue('showsMessage', checked)}
      />
      <div className="mt-2 flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Save
        </Button>
        <Button variant="secondary" onClick={() => playAlertSound(values.sound, wholeOf(values.volume) || 0)}>
          Play sound
        </Button>
      </div>
    </form>
  );
}
