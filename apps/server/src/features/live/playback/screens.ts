/**
 * Limits the browsers in which one account watches at a time what a gate is for: its streams and their recordings.
 * How often these browsers change is limited as well, so that many of them cannot watch in turns.
 */
import { randomUUID } from 'node:crypto';
import type { Gate } from '@tributary/contracts/channels';
import type { UserId } from '@tributary/contracts/shared';
import { HOUR_MS } from '#platform/durations.ts';
import type { ExpiringStore } from '#platform/shared-state/index.ts';

/** A browser that does not renew its screen for this long has left. */
const LEASE_MS = 60_000;

/**
 * How often an account's screens go from one browser to another in an hour, whether it is taken over or was left. Each
 * browser that follows another can fetch what it has missed, so that a change every few minutes would be enough to watch
 * in turns, with a delay.
 */
export const SCREEN_CHANGES = 6;
const CHANGES_WINDOW_MS = HOUR_MS;

export interface Viewing {
  readonly gate: Gate;
  readonly userId: UserId;
  /** The browser. */
  readonly sessionId: string;
}

export interface LeaseOptions {
  /** Takes the screen that was leased first where none is free. */
  readonly takeOver: boolean;
  /** False for creators, who watch their own streams. */
  readonly limitsChanges: boolean;
}

export type LeaseOutcome =
  /** `lease` stays the same while the browser renews it; `ousted` is that of the browser whose screen it got. */
  | { readonly kind: 'leased'; readonly lease: string; readonly ousted: OustedScreen | null }
  | { readonly kind: 'full' }
  | { readonly kind: 'changed_too_often'; readonly retryInMs: number };

export interface OustedScreen {
  readonly lease: string;
  readonly sessionId: string;
}

interface Screen {
  readonly key: string;
  /** Null where no browser has the screen. */
  readonly holder: (OustedScreen & { readonly sinceMs: number }) | null;
}

/** Each account has a few screens for a gate, and a browser leases one of them while it plays. */
export interface Screens {
  /** Renews the browser's screen, leases a free one, or takes one over. */
  lease(viewing: Viewing, options: LeaseOptions): Promise<LeaseOutcome>;
  /** Whether the browser has a screen now. */
  has(viewing: Viewing): Promise<boolean>;
}

export function createScreens(store: ExpiringStore, limit: number, nowMs: () => number): Screens {
  /** The screens that no browser has: those that this one had last come first, then those that are new. */
  async function free(screens: readonly Screen[], sessionId: string) {
    const free = screens.filter(({ holder }) => holder === null);
    const known = await Promise.all(
      free.map(async ({ key }) => {
        const last = (await store.get(lastKey(key)))?.value ?? null;
        return { key, isChange: last !== null && last !== sessionId, isOwn: last === sessionId };
      }),
    );
    return known.toSorted(
      (a, b) => Number(b.isOwn) - Number(a.isOwn) || Number(a.isChange) - Number(b.isChange),
    );
  }

  /** Remembers the browser after its lease has ended: the next one is a change. */
  function remember(key: string, sessionId: string): Promise<void> {
    return store.set(lastKey(key), sessionId, CHANGES_WINDOW_MS);
  }

  async function countChange(userId: UserId): Promise<LeaseOutcome | null> {
    const { count, expiresInMs } = await store.increment(`${userId} changes`, CHANGES_WINDOW_MS);
    return count > SCREEN_CHANGES ? { kind: 'changed_too_often', retryInMs: expiresInMs } : null;
  }

  function read({ gate, userId }: Viewing): Promise<Screen[]> {
    const keys = Array.from({ length: limit }, (_, index) => `${userId} ${gate.kind} ${gate.id} ${index}`);
    return Promise.all(keys.map((key) => readOne(key)));
  }

  async function readOne(key: string): Promise<Screen> {
    return { key, holder: parse((await store.get(key))?.value ?? null) };
  }

  return {
    async lease(viewing, { takeOver, limitsChanges }) {
      const { sessionId, userId } = viewing;
      const screens = await read(viewing);
      const own = screens.find(({ holder }) => holder?.sessionId === sessionId);
      if (own?.holder) {
        // Not written again: another browser may just have taken it over, and withdrawn this lease.
        await store.extend(own.key, LEASE_MS);
        await remember(own.key, sessionId);
        return leased(own.holder.lease);
      }
      const lease = randomUUID();
      const value = [sessionId, lease, nowMs()].join(' ');
      for (const { key, isChange } of await free(screens, sessionId)) {
        const refusal = isChange && limitsChanges ? await countChange(userId) : null;
        if (refusal !== null) return refusal;
        if (await store.setIfAbsent(key, value, LEASE_MS)) {
          await remember(key, sessionId);
          return leased(lease);
        }
        // Another tab of this browser may have been faster.
        const { holder } = await readOne(key);
        if (holder?.sessionId === sessionId) return leased(holder.lease);
      }
      if (!takeOver) return { kind: 'full' };
      const refusal = limitsChanges ? await countChange(userId) : null;
      if (refusal !== null) return refusal;
      const oldest = (await read(viewing)).toSorted((a, b) => sinceOf(a) - sinceOf(b))[0];
      if (oldest === undefined) return { kind: 'full' };
      // Read and written at once, so that of several browsers that take it over each is ousted by the next.
      const before = parse(await store.swap(oldest.key, value, LEASE_MS));
      await remember(oldest.key, sessionId);
      return leased(lease, before?.sessionId === sessionId ? null : before);
    },
    has: async (viewing) =>
      (await read(viewing)).some(({ holder }) => holder?.sessionId === viewing.sessionId),
  };
}

const lastKey = (key: string): string => `${key} last`;

const sinceOf = ({ holder }: Screen): number => holder?.sinceMs ?? 0;

const leased = (lease: string, ousted: OustedScreen | null = null): LeaseOutcome => ({
  kind: 'leased',
  lease,
  ousted,
});

function parse(value: string | null): Screen['holder'] {
  const [sessionId, lease, since] = value?.split(' ') ?? [];
  if (sessionId === undefined || lease === undefined) return null;
  return { sessionId, lease, sinceMs: Number(since) };
}
