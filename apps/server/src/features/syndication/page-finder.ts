/** Finds the subject of a page of the web app. */
import type { Clip, ClipId } from '@tributary/contracts/clips';
import { pageSlug } from '@tributary/contracts/pages';
import { LIVE_SLUG, type PagePath, type StreamId } from '@tributary/contracts/shared';
import { findClip } from '#features/clips/index.ts';
import type { DonationsFeature } from '#features/donations/index.ts';
import type { PaymentsFeature } from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import { AppError } from '#platform/errors.ts';
import type { PageAddress } from '#platform/http/index.ts';
import * as repo from './syndication.repo.ts';

export type Found =
  | { readonly kind: 'stream'; readonly stream: repo.SharedStream; readonly byChannel: boolean }
  /** The live page of a channel that is offline. */
  | { readonly kind: 'offline'; readonly person: repo.SharedPerson }
  | { readonly kind: 'person'; readonly person: repo.SharedPerson }
  | { readonly kind: 'event'; readonly event: repo.SharedEvent }
  | { readonly kind: 'clip'; readonly clip: Clip };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The two ways in which URLs address a stream. */
export type StreamAddress = { readonly id: StreamId } | { readonly username: string; readonly slug: string };

type PageWithParams = Extract<PagePath, `${string}$${string}`>;

export interface Finder {
  /** @returns null if the page's subject does not exist; undefined for a page without anything to share */
  find(address: PageAddress): Promise<Found | null | undefined>;
}

export interface FinderOptions {
  readonly db: Database;
  readonly replica: ReadDatabase;
  readonly payments: Pick<PaymentsFeature, 'hasMethod'>;
  readonly donations: Pick<DonationsFeature, 'overlayOwner'>;
}

export function createFinder({ db, replica, payments, donations }: FinderOptions): Finder {
  const person = (username: string) =>
    replica.read((reader) => repo.findPerson(reader, username.toLowerCase()));

  async function stream(id: string): Promise<Found | null> {
    const found = UUID.test(id) && (await replica.read((reader) => repo.findStream(reader, id as StreamId)));
    return found ? { kind: 'stream', stream: found, byChannel: false } : null;
  }

  async function streamBySlug(username: string, slug: string): Promise<Found | null> {
    if (slug === LIVE_SLUG) return channel(username);
    const found = await replica.read((reader) => repo.findStreamBySlug(reader, username.toLowerCase(), slug));
    return found ? { kind: 'stream', stream: found, byChannel: false } : null;
  }

  async function clip(id: string): Promise<Found | null> {
    const found = UUID.test(id) && (await replica.read((reader) => findClip(reader, id as ClipId)));
    return found ? { kind: 'clip', clip: found } : null;
  }

  async function channel(username: string): Promise<Found | null> {
    const live = await replica.read((reader) => repo.findLiveStream(reader, username.toLowerCase()));
    if (live) return { kind: 'stream', stream: live, byChannel: true };
    const found = await person(username);
    return found?.isStreamer ? { kind: 'offline', person: found } : null;
  }

  async function profile(username: string): Promise<Found | null> {
    const found = await person(username);
    return found ? { kind: 'person', person: found } : null;
  }

  async function event(id: string): Promise<Found | null> {
    const found = UUID.test(id) && (await replica.read((reader) => repo.findEvent(reader, id)));
    return found ? { kind: 'event', event: found } : null;
  }

  /** Answers for pages whose subject is private. Ids cannot be guessed, so a 404 reveals nothing to other people. */
  const exists = (table: repo.PageTable) => async (id: string) =>
    UUID.test(id) && (await db.read((reader) => repo.isStored(reader, table, id))) ? undefined : null;

  async function overlay(token: string): Promise<null | undefined> {
    try {
      await donations.overlayOwner(token);
      return undefined;
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  const hasChannel = async (username: string) => ((await person(username))?.isStreamer ? undefined : null);

  /** A finder for every page whose path has parameters, so that the server answers 404 for unknown subjects. */
  const finders: Record<PageWithParams, (...params: string[]) => Promise<Found | null | undefined>> = {
    '/s/$username/$slug': (username = '', slug = '') => streamBySlug(username, slug),
    '/stream/$id': stream,
    '/embed/$username': channel,
    '/embed/stream/$id': stream,
    '/clips/$id': clip,
    '/embed/clip/$id': clip,
    '/streamer/$username': profile,
    '/pro-studio/streams/$id': exists('streams'),
    '/events/$eventId': event,
    '/checkout/$method/$streamId': async (method = '', id = '') =>
      payments.hasMethod(method) && (await stream(id)) !== null ? undefined : null,
    '/pay/crypto/$checkoutId': exists('checkouts'),
    '/overlay/alerts/$token': overlay,
    '/overlay/goal/$token': overlay,
    '/overlay/chat/$token': overlay,
    '/chat/$username': hasChannel,
    '/billing/receipts/$paymentId': exists('charges'),
    '/dashboard/viewer/moderation/$username': hasChannel,
    '/dashboard/streamer/vods/$id': exists('streams'),
    '/dashboard/creator/payouts/$payoutId': exists('payouts'),
    '/dashboard/creator/tiers/$tierId': exists('subscription_tiers'),
    '/dashboard/creator/events/$eventId': exists('ppv_events'),
    '/dashboard/admin/users/$id': exists('profiles'),
    '/dashboard/admin/reports/$id': exists('report_cases'),
    '/dashboard/admin/pages/$slug': async (slug) => (pageSlug.safeParse(slug).success ? undefined : null),
    '/dashboard/admin/money/charges/$id': exists('charges'),
    '/dashboard/admin/money/reconciliation/$id': exists('reconciliations'),
  };

  return {
    find: async ({ page, params }) => (hasParams(page) ? await finders[page](...params) : undefined),
  };
}

const hasParams = (page: PagePath): page is PageWithParams => page.includes('$');

/** The stream that a stream's page or its embedded player shows; null for other pages. */
export function streamAddress({ page, params }: PageAddress): StreamAddress | null {
  const [first = '', second = ''] = params;
  if (page === '/embed/$username') return { username: first, slug: LIVE_SLUG };
  if (page === '/s/$username/$slug') return { username: first, slug: second };
  const isById = page === '/stream/$id' || page === '/embed/stream/$id';
  return isById && UUID.test(first) ? { id: first as StreamId } : null;
}
