import { numberFormat } from '@tributary/messages/format';
import { locale } from '../messages/language.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** `512 bytes`, `3.4 MB`, `27 GB`: decimal units, as disks have them, in the language of the page. */
export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / 1000 ** unit;
  const decimals = unit === 0 || amount >= 10 ? 0 : 1;
  return numberFormat(locale(), {
    style: 'unit',
    unit: UNITS[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  }).format(amount);
}
