/** Settings for the look and sound of donations on a creator's stream, and the addresses for streaming software. */
import { type AlertSettings, alertSettings, type DonationOverlay } from '@tributary/contracts/donations';
import { useState } from 'react';
import { apiQuery } from '@/lib/api/api-query.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { amountText, centsOf, wholeOf } from '@/lib/format/number-fields.ts';
import { t } from '@/lib/messages/t.ts';
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
          <Setting title={t('donations.addresses.title')} lead={t('donations.addresses.lead')}>
            <Addresses overlay={overlay} />
          </Setting>
          <Setting title={t('donations.addresses.alerts')} lead={t('donations.alerts.lead')}>
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
    failure: t('donations.addresses.notSent'),
    onSuccess: () => void toast.success(t('donations.addresses.sent')),
  });
  const secret = { secret: true, shown, onShownChange: setShown };
  return (
    <div className="flex flex-col gap-4">
      <CopyField
        label={t('donations.addresses.alerts')}
        value={`${location.origin}/overlay/alerts/${token}`}
        {...secret}
      />
      <CopyField
        label={t('donations.addresses.chat')}
        value={`${location.origin}/overlay/chat/${token}`}
        {...secret}
      />
      <CopyField
        label={t('donations.addresses.goal')}
        value={`${location.origin}/overlay/goal/${token}`}
        {...secret}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={test.isPending} onClick={() => test.mutate()}>
          {t('donations.addresses.sendTest')}
        </Button>
        <ConfirmButton
          label={t('donations.addresses.replace')}
          button={{ variant: 'quiet' }}
          title={t('donations.addresses.replaceTitle')}
          description={t('donations.addresses.replaceEffect')}
          confirm={t('donations.addresses.replaceConfirm')}
          cancel={t('donations.addresses.keep')}
          onConfirm={() => rotate.mutateAsync()}
          done={t('donations.addresses.replaced')}
          failure={t('donations.addresses.notReplaced')}
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
  sound: {
    chime: t('donations.alerts.sound.chime'),
    drop: t('donations.alerts.sound.drop'),
    fanfare: t('donations.alerts.sound.fanfare'),
    none: t('donations.alerts.sound.none'),
  },
  place: {
    top: t('donations.alerts.place.top'),
    center: t('donations.alerts.place.center'),
    bottom: t('donations.alerts.place.bottom'),
  },
  size: {
    small: t('donations.alerts.size.small'),
    medium: t('donations.alerts.size.medium'),
    large: t('donations.alerts.size.large'),
  },
  background: {
    dark: t('donations.alerts.background.dark'),
    light: t('donations.alerts.background.light'),
    none: t('donations.alerts.background.none'),
  },
} as const;

const SAMPLE = { name: t('donations.alerts.sampleName'), message: t('donations.alerts.sample'), amount: 500 };

function AlertForm({ overlay }: { overlay: DonationOverlay }) {
  const save = useApiMutation('PUT /api/me/donation-overlay', { answers });
  const { form, submit, errors, busy } = useProblemForm({
    schema: alertSettings,
    values: valuesOf(overlay),
    text: { editOf, currency: overlay.currency },
    send: (body) => save.mutateAsync({ body }),
    valuesOf,
    onSaved: () => void toast.success(t('donations.saved')),
    failure: t('donations.notSaved'),
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
        aria-label={t('donations.alerts.preview')}
        className="mb-2 aspect-video overflow-hidden rounded-media bg-surface-3"
      >
        <AlertFrame place={values.place}>
          <AlertCard alert={{ ...SAMPLE, currency: overlay.currency }} settings={editOf(values)} />
        </AlertFrame>
      </div>
      <Field
        label={t('donations.alerts.text')}
        error={errors.text?.message}
        hint={t('donations.alerts.textHint')}
      >
        {(control) => <Input {...control} {...form.register('text')} dir="auto" />}
      </Field>
      <div className="grid gap-x-4 gap-y-3 @md:grid-cols-3">
        <Field
          label={t('donations.alerts.smallest', { currency: overlay.currency })}
          error={errors.minimumAmount?.message}
          hint={t('donations.alerts.smallestHint')}
        >
          {(control) => <Input {...control} {...form.register('minimumAmount')} {...figure} />}
        </Field>
        <Field label={t('donations.alerts.seconds')} error={errors.seconds?.message}>
          {(control) => <Input {...control} {...form.register('seconds')} {...figure} />}
        </Field>
        <Field label={t('donations.alerts.color')} error={errors.color?.message}>
          {(control) => <Input {...control} {...form.register('color')} type="color" className="p-1" />}
        </Field>
        {choice(t('donations.alerts.position'), 'place')}
        {choice(t('donations.alerts.size'), 'size')}
        {choice(t('donations.alerts.background'), 'background')}
        {choice(t('donations.alerts.sound'), 'sound')}
        <Field
          label={t('donations.alerts.volume')}
          error={errors.volume?.message}
          hint={t('donations.alerts.volumeHint')}
        >
          {(control) => <Input {...control} {...form.register('volume')} {...figure} />}
        </Field>
      </div>
      <Switch
        label={t('donations.alerts.showMessages')}
        checked={values.showsMessage}
        onChange={(checked) => form.setValue('showsMessage', checked)}
      />
      <div className="mt-2 flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {t('donations.save')}
        </Button>
        <Button variant="secondary" onClick={() => playAlertSound(values.sound, wholeOf(values.volume) || 0)}>
          {t('donations.alerts.play')}
        </Button>
      </div>
    </form>
  );
}
