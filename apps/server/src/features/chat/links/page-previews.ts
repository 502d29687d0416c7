/** Previews of pages. Each page is loaded once and kept for a while, and requests have budgets. */
import { createHash } from 'node:crypto';
import { type LinkPreview, linkPreview } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { MINUTE_MS } from '#platform/durations.ts';
import type { Log } from '#platform/log/log.ts';
import { getPage, PUBLIC_WEB, type Web } from '#platform/outbound/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { readPageHead } from './page-head.ts';

export interface PagePreviewsOptions {
  readonly sharedState: SharedState;
  readonly log: Log;
  /** The instance's address, which the user agent contains. */
  readonly publicUrl: string;
  readonly web?: Web;
  readonly timeoutMs?: number;
}

/** The account and the channel whose budgets a request counts toward. */
export interface Cause {
  readonly authorId: UserId;
  readonly channelId: UserId;
}

const KEPT_MS = 6 * 60 * MINUTE_MS;
/** A page that failed to load is not requested again within this time. */
const FAILURE_KEPT_MS = 10 * MINUTE_MS;

/** The budgets of requests in ten minutes. Requests after redirects count toward their own hosts, too. */
const BUDGET_MS = 10 * MINUTE_MS;
export const BUDGETS = { author: 10, channel: 60, host: 60 } as const;

const kept = z.union([linkPreview, z.null()]);

class BudgetSpentError extends Error {
  override readonly name = 'BudgetSpentError';
}

export interface PagePreviews {
  /** @returns null if the page has no preview, could not be loaded, or may not be loaded now */
  of(url: string, cause: Cause): Promise<LinkPreview | null>;
}

export function createPagePreviews(options: PagePreviewsOptions): PagePreviews {
  const { log } = options;
  const pages = options.sharedState.store('link-previews');
  const requests = options.sharedState.store('link-preview-requests');

  async function load(url: string): Promise<LinkPreview | null> {
    const { publicUrl, web = PUBLIC_WEB, timeoutMs } = options;
    const page = await getPage(
      url,
      {
        userAgent: `Tributary link preview (+${publicUrl})`,
        onRequest: (host) => spend('host', host),
        ...(timeoutMs !== undefined && { timeoutMs }),
      },
      web,
    );
    const head = readPageHead(page.body, page.contentType);
    return head && { url, host: page.url.hostname.replace(/^www\./, ''), ...head };
  }

  /** @throws BudgetSpentError */
  async function spend(owner: keyof typeof BUDGETS, id: string): Promise<void> {
    const { count } = await requests.increment(`${owner} ${id}`, BUDGET_MS);
    if (count > BUDGETS[owner])
      throw new BudgetSpentError(`More than ${BUDGETS[owner]} requests for ${owner}`);
  }

  return {
    async of(url, { authorId, channelId }) {
      const key = createHash('sha256').update(url).digest('base64url');
      const known = await pages.get(key);
      if (known !== null) return kept.parse(JSON.parse(known.value));
      try {
        await spend('author', authorId);
        await spend('channel', channelId);
        const preview = await load(url);
        await pages.set(key, JSON.stringify(preview), preview === null ? FAILURE_KEPT_MS : KEPT_MS);
        return preview;
      } catch (error) {
        if (error instanceof BudgetSpentError) return null;
        // The URL is not logged, since it may be a secret of the people in the chat.
        log.debug({ reason: error instanceof Error ? error.name : 'unknown' }, 'No link preview');
        await pages.set(key, 'null', FAILURE_KEPT_MS);
        return null;
      }
    },
  };
}
