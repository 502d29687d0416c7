/** Shows previews of linked pages below messages, if the instance and the channel want them. */
import type { StreamId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { chatMessagePreviewed } from '../chat.events.ts';
import { createChatFilters } from '../filters/chat-filters.ts';
import { linkIn } from './link-in.ts';
import * as repo from './link-previews.repo.ts';
import { createPagePreviews, type PagePreviewsOptions } from './page-previews.ts';

export interface LinkPreviewsOptions extends PagePreviewsOptions {
  readonly db: Database;
}

export interface LinkPreviews {
  /** Adds a preview to a stored message, unless it is deleted in the meantime. */
  add(streamId: StreamId, number: number): Promise<void>;
}

export function createLinkPreviews(options: LinkPreviewsOptions): LinkPreviews {
  const { db } = options;
  const filters = createChatFilters();
  const pages = createPagePreviews(options);

  return {
    async add(streamId, number) {
      const message = await db.read((reader) => repo.findLinking(reader, streamId, number));
      const url = message && linkIn(message.text);
      if (!url) return;
      const preview = await pages.of(url, message);
      if (preview === null) return;
      const { title, description, siteName } = preview;
      const text = [title, description, siteName].join(' ');
      if (filters.match(text, [], message.blockedWords) !== null) return;
      await db.transact(async (tx) => {
        if (await repo.setPreview(tx, streamId, number, preview))
          await publish(tx, chatMessagePreviewed, { streamId, number, preview });
      });
    },
  };
}
