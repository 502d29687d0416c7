/** Shows previews of linked pages below messages, where the instance and the channel want it. */
import type { StreamId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { chatMessagePreviewed } from '../chat.events.ts';
import { ChatFilters } from '../filters/chat-filters.ts';
import { linkIn } from './link-in.ts';
import * as repo from './link-previews.repo.ts';
import { PagePreviews, type PagePreviewsOptions } from './page-previews.ts';

export interface LinkPreviewsOptions extends PagePreviewsOptions {
  readonly db: Database;
}

export class LinkPreviews {
  readonly #db: Database;
  readonly #pages: PagePreviews;
  readonly #filters = new ChatFilters();

  constructor(options: LinkPreviewsOptions) {
    this.#db = options.db;
    this.#pages = new PagePreviews(options);
  }

  /** Adds a preview to a stored message, unless it is deleted meanwhile. */
  async add(streamId: StreamId, number: number): Promise<void> {
    const message = await this.#db.read((reader) => repo.findLinking(reader, streamId, number));
    const url = message && linkIn(message.text);
    if (!url) return;
    const preview = await this.#pages.of(url, message);
    if (preview === null) return;
    const { title, description, siteName } = preview;
    const text = [title, description, siteName].join(' ');
    if (this.#filters.match(text, [], message.blockedWords) !== null) return;
    await this.#db.transact(async (tx) => {
      if (await repo.setPreview(tx, streamId, number, preview))
        await publish(tx, chatMessagePreviewed, { streamId, number, preview });
    });
  }
}
