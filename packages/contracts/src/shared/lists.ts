/** Lists: cursor pagination, and exports of the whole list. Cursors are opaque to clients. */
import { z } from 'zod';

export const pageQuery = z.object({
  cursor: z.string().max(200).optional().describe('`next` of the previous page. Omit for the first page'),
});

/** One page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable().describe('Cursor of the next page; null on the last page'),
  });

/** The common properties of endpoints that download a whole list. */
export const csvExport = {
  method: 'GET',
  perMinute: 10,
  download: 'text/csv',
  response: z.unknown(),
} as const;
