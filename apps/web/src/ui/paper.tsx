import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from './button.tsx';

interface PaperProps {
  title: string;
  /** The name and address, in lines. */
  issuer: string;
  /** Labels with their values, such as the number and the date. */
  details: Readonly<Record<string, ReactNode>>;
  /** Buttons beside the one that prints. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A document to keep and print: a receipt or a statement. */
export function Paper({ title, issuer, details, actions, children }: PaperProps) {
  const [name, ...address] = issuer.split('\n');
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button variant="secondary" onClick={() => print()}>
          <Printer size={16} aria-hidden="true" />
          {t('ui.print')}
        </Button>
        {actions}
      </div>
      <article
        aria-label={title}
        className="flex flex-col gap-8 rounded-media bg-surface-1 p-5 sm:p-8 print:p-0"
      >
        <header className="flex flex-wrap justify-between gap-6">
          <address className="flex flex-col not-italic [overflow-wrap:anywhere]">
            <bdi className="font-display font-semibold text-lg">{name}</bdi>
            {address.map((line) => (
              <bdi key={line} className="text-muted text-sm">
                {line}
              </bdi>
            ))}
          </address>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            {Object.entries(details).map(([label, value]) => (
              <div key={label} className="contents">
                <dt className="text-muted">{label}</dt>
                <dd className="tabular-nums [overflow-wrap:anywhere]">{value}</dd>
              </div>
            ))}
          </dl>
        </header>
        {children}
      </article>
    </div>
  );
}

export interface PaperLine {
  readonly label: ReactNode;
  readonly amount: string;
  /** Whether it is a sum, which is set off from the lines above it. */
  readonly isTotal?: boolean;
}

/** Amounts below each other, aligned on the decimal. */
export function PaperLines({ caption, lines }: { caption: string; lines: readonly PaperLine[] }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {lines.map(({ label, amount, isTotal }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document never move
          <tr key={index} className={isTotal ? 'border-line border-t font-semibold' : 'font-normal'}>
            <th scope="row" className="py-2 pe-4 text-start [font-weight:inherit] [overflow-wrap:anywhere]">
              {label}
            </th>
            <td className="whitespace-nowrap py-2 text-end tabular-nums">{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
