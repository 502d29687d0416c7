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

/** Key figures side by side, each with its trend. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl
      className={clsx(
        'grid gap-4',
        figures.length === 3 ? 'grid-cols-1 sm:grid-cols-3' : 'grid-cols-2 lg:grid-cols-4',
      )}
    >
      {figures.map(({ label, value, note }) => (
        <div key={label} className="flex flex-col gap-1 rounded-media bg-surface-1 p-4 sm:p-5">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="font-display font-semibold text-lg tabular-nums sm:text-xl">
            {value ?? <Skeleton className="h-[1lh] w-24" />}
          </dd>
          {value === undefined && note !== null ? (
            <dd>
              <Skeleton className="h-10" />
            </dd>
          ) : (
            note && <dd className="min-h-10 text-muted text-sm">{note}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
