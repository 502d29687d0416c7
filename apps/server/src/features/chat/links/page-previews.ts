/** Previews of pages: each is loaded once for a while, and within budgets. */
import { createHash } from 'node:crypto';
import { type LinkPreview, linkPreview } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { MINUTE_MS } from '#platform/durations.ts';
import type { Log } from '#platform/log/log.ts';
import { getPage, PUBLIC_WEB, type Web } from '#platform/outbound/index.ts';
import type { ExpiringStore, SharedState } from '#platform/shared-state/index.ts';
import { readPageHead } from './page-head.ts';

export interface PagePreviewsOptions {
  readonly sharedState: SharedState;
  readonly log: Log;
  /** The instance's address, which is part of the user agent. */
  readonly publicUrl: string;
  readonly web?: Web;
  readonly timeoutMs?: number;
}

/** For whom a page is loaded. */
export interface Cause {
  readonly authorId: UserId;
  readonly channelId: UserId;
}

const KEPT_MS = 6 * 60 * MINUTE_MS;
/** A page that could not be loaded is not asked for again in this time. */
const FAILURE_KEPT_MS = 10 * MINUTE_MS;

/** Requests in ten minutes. Those after redirects count for their hosts, too. */
const BUDGET_MS = 10 * MINUTE_MS;
export const BUDGETS = { author: 10, channel: 60, host: 60 } as const;

const kept = z.union([linkPreview, z.null()]);

class BudgetSpentError extends Error {
  override readonly name = 'BudgetSpentError';
}

export class PagePreviews {
  readonly #options: PagePreviewsOptions;
  readonly #pages: ExpiringStore;
  readonly #requests: ExpiringStore;

  constructor(options: PagePreviewsOptions) {
    this.#options = options;
    this.#pages = options.sharedState.store('link-previews');
    this.#requests = options.sharedState.store('link-preview-requests');
  }

  /** @returns null where the page has none, could not be loaded, or may not be loaded now */
  async of(url: string, { authorId, channelId }: Cause): Promise<LinkPreview | null> {
    const key = createHash('sha256').update(url).digest('base64url');
    const known = await this.#pages.get(key);
    if (known !== null) return kept.parse(JSON.parse(known.value));
    try {
      await this.#spend('author', authorId);
      await this.#spend('channel', channelId);
      const preview = await this.#load(url);
      await this.#pages.set(key, JSON.stringify(preview), preview === null ? FAILURE_KEPT_MS : KEPT_MS);
      return preview;
    } catch (error) {
      if (error instanceof BudgetSpentError) return null;
      // The URL is not logged: it may be a secret of the people in the chat.
      this.#options.log.debug({ reason: error instanceof Error ? error.name : 'unknown' }, 'No link preview');
      await this.#pages.set(key, 'null', FAILURE_KEPT_MS);
      return null;
    }
  }

  async #load(url: string): Promise<LinkPreview | null> {
    const { publicUrl, web = PUBLIC_WEB, timeoutMs } = this.#options;
    const page = await getPage(
      url,
      {
        userAgent: `Tributary link preview (+${publicUrl})`,
        onRequest: (host) => this.#spend('host', host),
        ...(timeoutMs !== undefined && { timeoutMs }),
      },
      web,
    );
    const head = readPageHead(page.body, page.contentType);
    return head && { url, host: page.url.hostname.replace(/^www\./, ''), ...head };
  }

  /** @throws BudgetSpentError */
  async #spend(whose: keyof typeof BUDGETS, id: string): Promise<void> {
    const { count } = await this.#requests.increment(`${whose} ${id}`, BUDGET_MS);
    if (count > BUDGETS[whose])
      throw new BudgetSpentError(`More than ${BUDGETS[whose]} requests for ${whose}`);
  }
}
