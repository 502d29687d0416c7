/** Finds how a viewer came to a stream. The browser knows it, and no other site is told. */
import { ENTRY_HOST_MAX, type EntryKind, type ViewerEntry } from '@tributary/contracts/live';
import { previousPage } from '@/lib/browser/previous-page.ts';

export interface Arrival {
  /** The address of the document when it was loaded. */
  readonly loaded: string;
  readonly referrer: string;
  /** The path of the present page. */
  readonly path: string;
  /** The address of the previous page of the app, without its origin; empty: none. */
  readonly previous: string;
  /** The state of the present entry of the history, in which the app leaves what led to it. */
  readonly state: unknown;
}

export const viewerEntry = (): ViewerEntry =>
  entryOf({
    loaded: performance.getEntriesByType('navigation')[0]?.name ?? location.href,
    referrer: document.referrer,
    path: location.pathname,
    previous: previousPage.href,
    state: history.state,
  });

export function entryOf({ loaded, referrer, path, previous, state }: Arrival): ViewerEntry {
  const { origin, searchParams } = new URL(loaded);
  const from = URL.parse(referrer);
  if (path.startsWith('/embed/'))
    return { kind: 'embed', host: from && from.origin !== origin ? hostOf(from) : '' };
  const via = typeof state === 'object' && state !== null && 'via' in state ? state.via : null;
  if (via === 'raid' || via === 'notification') return within(via);
  if (previous !== '') return within(kindOfPage(new URL(previous, origin)));
  if (searchParams.get('via') === 'notification') return within('notification');
  if (from === null) return within('direct');
  return from.origin === origin ? within(kindOfPage(from)) : { kind: 'external', host: hostOf(from) };
}

const within = (kind: EntryKind): ViewerEntry => ({ kind, host: '' });

function hostOf({ hostname }: URL): string {
  const host = hostname.replace(/^www\./, '');
  return host.length <= ENTRY_HOST_MAX && /^[a-z0-9.-]+$/.test(host) ? host : '';
}

function kindOfPage({ pathname, searchParams }: URL): EntryKind {
  if (pathname === '/') return 'home';
  if (pathname === '/discover') return searchParams.has('q') ? 'search' : 'discover';
  if (pathname.startsWith('/streamer/')) return 'channel';
  if (/^\/(?:s|stream|clips)\//.test(pathname)) return 'stream';
  return pathname === '/dashboard/viewer/notifications' ? 'notification' : 'other';
}
