import { Link, type LinkProps } from '@tanstack/react-router';
import { showPlace } from './show-place.ts';

export interface Place {
  to: NonNullable<LinkProps['to']>;
  label: string;
}

/** The pages beside this one, in a row that a phone scrolls. */
export function Places({ name, places }: { name: string; places: readonly Place[] }) {
  return (
    <nav aria-label={name} className="-mx-4 overflow-x-auto px-4 [scrollbar-width:thin] sm:mx-0 sm:px-0">
      <ul className="flex w-max gap-1 p-0.5">
        {places.map(({ to, label }) => (
          <li key={label}>
            <Link
              to={to}
              activeOptions={{ exact: true }}
              activeProps={{ ref: showPlace }}
              className="flex h-9 items-center rounded-control px-3 font-medium text-muted text-sm no-underline transition-colors duration-(--duration-fast) hover:bg-surface-2 hover:text-ink aria-[current=page]:bg-surface-2 aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
