import type { UserId } from '@tributary/contracts';
import type { Writer } from '#platform/db/database.ts';

/** Tells somebody what was decided about them, once `tx` commits. */
export type Tell = (
  tx: Writer,
  news: { readonly userId: UserId; readonly title: string; readonly message: string; readonly href: string },
) => Promise<void>;
