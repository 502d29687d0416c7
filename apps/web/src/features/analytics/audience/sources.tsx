import type { EntrySource } from '@tributary/contracts/analytics';
import { numberFormat } from '@tributary/messages/format';
import { Signpost } from 'lucide-react';
import { formatNumber } from '@/lib/format/numbers.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { Section } from '@/ui/layout.tsx';
import { type Column, DataTable } from '@/ui/tables/data-table.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { sourceNames } from './source-names.ts';

interface SourcesProps {
  sources: readonly EntrySource[];
  /** The same as CSV. */
  path: string;
  filter?: Readonly<Record<string, string>>;
}

/** Lists the sources of viewers: a row for each page and site, with its share of all viewers as a bar. */
export function Sources({ sources, path, filter = {} }: SourcesProps) {
  const all = sources.reduce((sum, { viewers }) => sum + viewers, 0);
  return (
    <Section
      title={t('analytics.sources')}
      {...(sources.length > 0 && { aside: <ExportLink path={path} filter={filter} /> })}
    >
      <p className="mb-4 max-w-prose text-muted text-sm">{t('analytics.sourcesLead')}</p>
      <DataTable
        caption={t('analytics.sources')}
        columns={columnsOf(all)}
        rows={sources}
        keyOf={({ kind, host }) => `${kind} ${host}`}
        empty={{ icon: Signpost, title: t('analytics.sourcesNone'), text: t('analytics.sourcesNoneLead') }}
      />
    </Section>
  );
}

const columnsOf = (all: number): readonly Column<EntrySource>[] => [
  { label: t('analytics.source'), cell: (source) => <SourceName {...source} /> },
  { label: t('analytics.viewers'), figure: true, cell: ({ viewers }) => formatNumber(viewers) },
  {
    label: t('analytics.share'),
    figure: true,
    cell: ({ viewers }) => (
      <span className="flex items-center justify-end gap-3">
        <span aria-hidden="true" className="h-2 w-16 overflow-hidden rounded-full bg-surface-3 sm:w-32">
          <span
            className="block h-full rounded-full bg-accent"
            style={{ width: `${(viewers / all) * 100}%` }}
          />
        </span>
        <span className="min-w-10 text-end">{percent(viewers / all)}</span>
      </span>
    ),
  },
];

const percent = (share: number) =>
  numberFormat(locale(), { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share);

function SourceName({ kind, host }: EntrySource) {
  const hasSite = kind === 'embed' || kind === 'external';
  if (!hasSite) return sourceNames[kind];
  return (
    <span className="flex min-w-0 flex-col">
      <span className="[overflow-wrap:anywhere]">
        {host === '' ? t('analytics.source.otherSites') : <bdi dir="ltr">{host}</bdi>}
      </span>
      <span className="font-normal text-muted text-xs">{sourceNames[kind]}</span>
    </span>
  );
}
