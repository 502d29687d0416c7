import type { AlertSettings, DonationAlert } from '@tributary/contracts';
import { clsx } from 'clsx';
import { formatMoney } from '../shared/format-money.ts';
import { alertParts } from './alert-text.ts';

const SIZES = { small: 'text-xl', medium: 'text-3xl', large: 'text-5xl' } as const;
const BACKGROUNDS = {
  dark: 'bg-black/80 text-white',
  light: 'bg-white/95 text-black',
  none: 'text-white [text-shadow:0_0.05em_0.3em_black,0_0_0.1em_black]',
} as const;

interface AlertCardProps {
  alert: Pick<DonationAlert, 'name' | 'amount' | 'currency' | 'message'>;
  settings: AlertSettings;
}

/** A donation over the picture of a stream. Looks the same in both themes. */
export function AlertCard({ alert, settings }: AlertCardProps) {
  const { name, amount, currency, message } = alert;
  const parts = alertParts(settings.text, {
    name: name ?? 'Somebody',
    amount: formatMoney(amount, currency),
  });
  return (
    <div
      className={clsx(
        'flex max-w-[28em] flex-col gap-[0.4em] overflow-hidden rounded-media px-[1em] py-[0.7em] text-center font-display font-semibold leading-snug',
        SIZES[settings.size],
        BACKGROUNDS[settings.background],
      )}
    >
      <p dir="auto" className="[overflow-wrap:anywhere]">
        {parts.map(({ kind, text }, index) =>
          kind === 'text' ? (
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: Parts have no other identity, and never move.
            <bdi key={index} style={{ color: settings.color }}>
              {text}
            </bdi>
          ),
        )}
      </p>
      {settings.showsMessage && message !== '' && (
        <p dir="auto" className="font-normal font-sans text-[0.7em] [overflow-wrap:anywhere]">
          {message}
        </p>
      )}
    </div>
  );
}
