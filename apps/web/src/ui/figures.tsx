import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Skeleton } from './feedback/loading.tsx';

export interface Figure {
  label: string;
  /** Undefined while loading. */
  value: string | undefined;
  /** The trend or the parts of the value; null if it never has a note. */
  note?: ReactNode;
}

interface FiguresProps {
  figures: readonly Figure[];
  /** Whether they are rows on a phone, with the values at the end. For notes of one line. */
  areRows?: boolean;
}

/** Key figures side by side, each with its trend. */
export function Figures({ figures, areRows = false }: FiguresProps) {
  return (
    <dl
      className={clsx(
        'grid gap-4',
        areRows && 'max-sm:gap-3',
        figures.length === 3 ? 'grid-cols-1 sm:grid-cols-3' : 'grid-cols-2 lg:grid-cols-4',
      )}
    >
      {figures.map(({ label, value, note }) => (
        <div
          key={label}
          className={clsx(
            'flex flex-col gap-1 rounded-media bg-surface-1 p-4 sm:p-5',
            areRows && 'max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4',
          )}
        >
          <dt className="text-muted text-sm">{label}</dt>
          <dd
            className={clsx(
              'font-display font-semibold text-lg tabular-nums sm:text-xl',
              areRows && 'max-sm:row-span-2 max-sm:self-center',
            )}
          >
            {value ?? <Skeleton className="h-[1lh] w-24" />}
          </dd>
          {value === undefined && note !== null ? (
            <dd>
              <Skeleton className={clsx('h-10', areRows && 'max-sm:h-5')} />
            </dd>
          ) : (
            note && (
              <dd className={clsx('min-h-10 text-muted text-sm', areRows && 'max-sm:min-h-5')}>{note}</dd>
            )
          )}
        </div>
      ))}
    </dl>
  );
}
