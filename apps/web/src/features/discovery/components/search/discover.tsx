import { categoryNamed } from '@tributary/contracts/shared';
import { useState } from 'react';
import { viewerTags } from '@/lib/labels/stream-languages.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { SelectMenu } from '@/ui/forms/select-menu.tsx';
import { CategoryHeader } from '../categories/category-header.tsx';
import { CategoryStrip } from '../categories/category-strip.tsx';
import { LiveList } from '../lists/live-list.tsx';
import { OfflineChannels } from '../lists/offline-channels.tsx';
import { FoundVideos } from '../lists/video-list.tsx';
import type { Preview } from '../stream/stream-thumbnail.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { People } from './channel-results.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { NobodyLive, NothingFound } from './nothing-found.tsx';
import { countFilters, type DiscoverQuery } from './query.ts';
import { SearchBox } from './search-box.tsx';

/** The server refuses long lists. */
const LANGUAGES_ASKED = 12;

const SORTS = [
  ['viewers', t('discovery.sort.viewers')],
  ['newest', t('discovery.sort.newest')],
] as const;
const BEST_MATCH = ['relevance', t('discovery.sort.relevance')] as const;
const RECOMMENDED = ['relevance', t('discovery.sort.recommended')] as const;

interface DiscoverProps {
  search: DiscoverQuery;
  /** The category's name; null for All and Live, which match every category. */
  categoryName: string | null;
  onChange: (change: DiscoverQuery) => void;
  /** Asks a visitor who follows a category to sign in first. */
  onSignedOut: (action: string) => void;
  preview: Preview;
}

/** Live streams by category, search and filters, channels that are offline, and recordings below them. */
export function Discover({ search, categoryName, onChange, onSignedOut, preview }: DiscoverProps) {
  const { category = 'all', q = '', sort = 'relevance', language, tag, access, length } = search;
  const [prefer] = useState(() => viewerTags().slice(0, LANGUAGES_ASKED).join());
  const searching = q !== '';
  const filters = { language, tag, access };
  const isFiltered = countFilters(search) > 0;
  return (
    <div className="flex flex-col gap-6 sm:gap-8">
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-3">
          <SearchBox value={q} onSearch={(words) => onChange({ q: words })} />
          <FilterSheet filters={search} onChange={onChange} />
          <div className="w-52 max-sm:flex-1">
            <SelectMenu
              label={t('discovery.sort')}
              options={[searching ? BEST_MATCH : RECOMMENDED, ...SORTS]}
              value={sort}
              onChange={(chosen) => onChange({ sort: chosen })}
            />
          </div>
        </div>
        <ActiveFilters filters={search} onChange={onChange} />
      </div>
      <CategoryStrip search={search} />
      {categoryName !== null && categoryNamed(category) !== null && (
        <CategoryHeader slug={category} onSignedOut={onSignedOut} />
      )}
      {searching && <People q={q} />}
      {/* A length is that of recordings. */}
      {length === undefined && (
        <section
          aria-label={searching ? t('discovery.streams') : t('discovery.liveNow')}
          className="flex flex-col gap-5"
        >
          <h2 className="text-lg">
            {searching && categoryName ? (
              <Text
                k="discovery.streams.in"
                values={{
                  category: categoryName,
                  part: (words) => <span className="text-muted">{words}</span>,
                }}
              />
            ) : (
              t(searching ? 'discovery.streams' : 'discovery.liveNow')
            )}
          </h2>
          <LiveList
            query={{ category, q, sort, prefer, ...filters }}
            preview={preview}
            empty={
              searching || isFiltered ? (
                <NothingFound search={search} categoryName={categoryName} isFiltered={isFiltered} />
              ) : (
                <NobodyLive categoryName={categoryName} />
              )
            }
          />
        </section>
      )}
      {category !== 'live' && (
        <FoundVideos
          title={searching || isFiltered ? t('discovery.recordings') : t('discovery.past')}
          query={{ category, q, length, ...filters }}
          empty={
            length !== undefined && (
              <NothingFound search={search} categoryName={categoryName} isFiltered={isFiltered} />
            )
          }
        />
      )}
      {!searching && category !== 'live' && access === undefined && length === undefined && (
        <OfflineChannels query={{ category, language, tag }} />
      )}
    </div>
  );
}
