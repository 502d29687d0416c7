import { X } from 'lucide-react';
import { languageName } from '@/lib/labels/stream-languages.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { ACCESS_NAMES, LENGTH_NAMES } from './filter-names.ts';
import { countFilters, type DiscoverFilters, NO_FILTERS } from './query.ts';

interface ActiveFiltersProps {
  filters: DiscoverFilters;
  onChange: (change: DiscoverFilters) => void;
}

/** The filters that are set, each with a button that removes it; renders nothing without any. */
export function ActiveFilters({ filters, onChange }: ActiveFiltersProps) {
  const { language, tag, access, length } = filters;
  if (countFilters(filters) === 0) return null;
  const named: readonly (readonly [name: string, removed: DiscoverFilters])[] = [
    ...(language ? [[languageName(language), { language: undefined }] as const] : []),
    ...(tag ? [[`#${tag}`, { tag: undefined }] as const] : []),
    ...(access ? [[ACCESS_NAMES[access] ?? access, { access: undefined }] as const] : []),
    ...(length ? [[LENGTH_NAMES[length] ?? length, { length: undefined }] as const] : []),
  ];
  return (
    <ul aria-label={t('discovery.filters')} className="flex flex-wrap items-center gap-2">
      {named.map(([name, removed]) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => onChange(removed)}
            className="flex h-9 items-center gap-2 rounded-control bg-accent-soft ps-3 pe-2 font-medium text-accent text-sm transition-colors duration-(--duration-fast) hover:bg-surface-3"
          >
            <span className="sr-only">{t('discovery.filters.remove')}</span>
            <bdi>{name}</bdi>
            <X size={15} aria-hidden="true" />
          </button>
        </li>
      ))}
      {named.length > 1 && (
        <li>
          <Button variant="quiet" size="sm" onClick={() => onChange(NO_FILTERS)}>
            {t('discovery.filters.clear')}
          </Button>
        </li>
      )}
    </ul>
  );
}
