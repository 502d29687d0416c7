import type { AlertSettings, DonationAlert } from '@tributary/contracts/donations';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/format/money.ts';
import { guestLabel } from '@/lib/labels/guest-label.ts';

/** A part of the text of an alert; `name` and `amount` are highlighted. */
interface AlertPart {
  readonly kind: 'text' | 'name' | 'amount';
  readonly text: string;
}

/** Replaces the placeholders of a creator's text. Inserted values are not searched for placeholders. */
const alertParts = (template: string, values: { name: string; amount: string }): AlertPart[] =>
  template
    .split(/(\{name\}|\{amount\})/)
    .filter((text) => text !== '')
    .map((text) => {
      if (text === '{name}') return { kind: 'name', text: values.name };
      if (text === '{amount}') return { kind: 'amount', text: values.amount };
      return { kind: 'text', text };
    });

/** Shares of the frame's width, so that a preview has the same proportions. */
const SIZES = {
  small: 'text-[max(0.625rem,1.5cqw)]',
  medium: 'text-[max(0.625rem,2.25cqw)]',
  large: 'text-[max(0.625rem,3.25cqw)]',
} as const;
const PLACES = { top: 'items-start', center: 'items-center', bottom: 'items-end' } as const;
const BACKGROUNDS = {
  dark: 'bg-black/80 text-white',
  light: 'bg-white/95 text-black',
  none: 'text-white [text-shadow:0_0.05em_0.3em_black,0_0_0.1em_black]',
} as const;

/** The area of the video, or a preview of it, with its child at the chosen place. */
export function AlertFrame({ place, children }: Pick<AlertSettings, 'place'> & { children: ReactNode }) {
  return (
    <div className="@container size-full">
      <div className={clsx('flex size-full justify-center p-[max(0.5rem,1.7cqw)]', PLACES[place])}>
        {children}
      </div>
    </div>
  );
}

/** Colors are chosen for dark video; most of them would be too light to read on white. */
const colorOn = ({ background, color }: AlertSettings): string =>
  background === 'light' ? `color-mix(in oklab, ${color} 60%, black)` : color;

interface AlertCardProps {
  alert: Pick<DonationAlert, 'name' | 'amount' | 'currency' | 'message'>;
  settings: AlertSettings;
}

/** A donation on top of the video. Looks the same in both themes. */
export function AlertCard({ alert, settings }: AlertCardProps) {
  const { name, amount, currency, message } = alert;
  const parts = alertParts(settings.text, {
    name: name ?? guestLabel(null),
    amount: formatMoney(amount, currency),
  });
  return (
    <div
      className={clsx(
        'flex max-w-[min(28em,100%)] flex-col gap-[0.4em] overflow-hidden rounded-media px-[1em] py-[0.7em] text-center font-display font-semibold leading-snug',
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
            <bdi key={index} style={{ color: colorOn(settings) }}>
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
