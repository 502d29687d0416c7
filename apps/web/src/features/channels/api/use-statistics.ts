import { MY_STREAM_SORTS } from '@tributary/contracts/live';
import { useApi, useApiTable } from '@/lib/api/use-api.ts';
import { ORDERS, oneOf, type TableSearch } from '@/lib/table-search.ts';

/** How often a live stream's figures are refetched; they are sampled once a minute. */
const REFETCH = { refetchInterval: 30_000 };

/** The live or last stream, with its viewers over time. */
export const useLatestStream = () => useApi('GET /api/me/streams/latest', {}, REFETCH);

/** The order of the past streams in a table's search. */
export const pastOrderOf = ({ sort, order }: TableSearch) => ({
  sort: oneOf(MY_STREAM_SORTS, sort),
  order: oneOf(ORDERS, order),
});

/** The live stream joins the list when it ends. */
export const usePastStreams = (search: TableSearch) =>
  useApiTable('GET /api/me/streams', search, { query: pastOrderOf(search) }, REFETCH);
