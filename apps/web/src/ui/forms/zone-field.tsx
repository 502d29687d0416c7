import { offsetIn } from '@/lib/format/appointments.ts';
import { t } from '@/lib/messages/t.ts';
import { Combobox } from './combobox.tsx';
import type { ControlProps } from './field.tsx';

const ZONES = Intl.supportedValuesOf('timeZone');
export const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface ZoneFieldProps {
  control: ControlProps;
  zone: string;
  /** The moment whose offset from UTC is shown beside each zone; null while it is unknown. */
  at: string | null;
  onChange: (zone: string) => void;
}

/** The choice of a time zone, found by typing a city: the own one and UTC come first. */
export function ZoneField({ control, zone, at, onChange }: ZoneFieldProps) {
  const zones = [...new Set([zone, ownZone(), 'UTC', ...ZONES])];
  return (
    <Combobox
      control={control}
      options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
      value={zone}
      onChange={onChange}
      {...(at !== null && { detailOf: (value: string) => offsetIn(value, at) })}
      emptyText={t('ui.zone.none')}
    />
  );
}
