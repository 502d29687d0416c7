/** Lists come in pages: each says where the next one begins, in words that only the server reads. */
import { z } from 'zod';

export const pageQuery = z.object({
  cursor: z.string().max(200).optional().describe('`next` of the page before; none: the first page'),
});

/** One page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable().describe('The cursor of the next page; null on the last one'),
  });
