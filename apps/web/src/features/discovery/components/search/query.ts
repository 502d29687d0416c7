/** The filters and order of Discover, as its address has them. */
import {
  DISCOVER_ACCESS,
  type DiscoverAccess,
  type DiscoverSort,
  VIDEO_LENGTHS,
  type VideoLength,
} from '@tributary/contracts/discovery';
import { STREAM_LANGUAGES, type StreamLanguage } from '@tributary/contracts/shared';

export interface DiscoverFilters {
  readonly language?: StreamLanguage | undefined;
  readonly tag?: string | undefined;
  readonly access?: DiscoverAccess | undefined;
  /** The length of recordings; a live stream has none. */
  readonly length?: VideoLength | undefined;
}

export interface DiscoverQuery extends DiscoverFilters {
  readonly category?: string;
  readonly q?: string | undefined;
  readonly sort?: DiscoverSort;
}

export const NO_FILTERS = {
  language: undefined,
  tag: undefined,
  access: undefined,
  length: undefined,
} satisfies DiscoverFilters;

const TAG = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,23}$/u;

/** A tag as the server has it; undefined where none can be written like this. */
export function tagOf(text: string): string | undefined {
  const tag = text.trim().replace(/^#/, '').toLowerCase();
  return TAG.test(tag) ? tag : undefined;
}

/** The filters among the values of an address. Others are dropped, since the server would refuse them. */
export const filtersOf = (
  values: Readonly<Partial<Record<keyof DiscoverFilters, string | undefined>>>,
): DiscoverFilters => ({
  language: STREAM_LANGUAGES.find((one) => one === values.language),
  tag: values.tag === undefined ? undefined : tagOf(values.tag),
  access: DISCOVER_ACCESS.find((one) => one === values.access),
  length: VIDEO_LENGTHS.find((one) => one === values.length),
});

/** The query as an address has it, without what it has by default. */
export const addressOf = ({ category = 'all', q = '', sort = 'relevance', ...filters }: DiscoverQuery) => ({
  ...(category !== 'all' && { category }),
  ...(q !== '' && { q }),
  ...(sort !== 'relevance' && { sort }),
  ...filters,
});

/** The number of filters that are set. */
export const countFilters = ({ language, tag, access, length }: DiscoverFilters): number =>
  [language, tag, access, length].filter((value) => value !== undefined).length;
