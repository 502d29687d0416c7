/** Requests that block until a rendition has the requested media (RFC 8216bis sections 6.2.5.2 and 6.2.6). */
import type { IncomingMessage } from 'node:http';
import type { Presentation, Rendition } from '../../presentation/presentation.ts';
import { createExpiry, type Expiry } from './expiry.ts';
import type { WaitingLimit } from './limits.ts';
import { partState, playlistState } from './readiness.ts';

/**
 * The media that a request waits for: a playlist with the part (or the whole segment), the bytes of the part, or a
 * rendition that is being made.
 */
export interface Awaited {
  readonly what: 'playlist' | 'part' | 'rendition';
  readonly msn: number;
  /** Null for a playlist with the whole segment. */
  readonly part: number | null;
}

/** Called once. `timedOut` is true after three target durations, and on close. */
export type Resume = (timedOut: boolean) => void;

export interface BlockedRequests {
  /** Requests that are blocked now. */
  readonly size: number;
  /**
   * Blocks a request, which is never resumed if its socket closes in the meantime.
   * @param expiresInMs resumes the request after this time at the latest
   * @returns false if too many requests are blocked, so that this one is not
   */
  wait(
    rendition: Rendition,
    awaited: Awaited,
    req: IncomingMessage,
    resume: Resume,
    expiresInMs?: number,
  ): boolean;
  /** Resumes the requests that wait for the renditions of a presentation. */
  resume(presentation: Pick<Presentation, 'rendition'>): void;
  /** Resumes every request as timed out. */
  close(): void;
}

/**
 * The number of requests that are resumed in one turn of the event loop, so that publishers' sockets are read in
 * between.
 */
const BATCH = 256;

/** The requests that wait for the same media. */
interface Group extends Awaited {
  readonly key: string;
  readonly waiters: Set<Waiter>;
}

interface Waiter {
  readonly group: Group;
  readonly req: IncomingMessage;
  readonly resume: Resume;
  readonly onClose: () => void;
  /** Stops counting the request. */
  readonly release: () => void;
  expiry?: NodeJS.Timeout;
}

/** The blocked requests of one rendition. Listens to the rendition only while there are any. */
interface Queue {
  readonly groups: Map<string, Group>;
  readonly deadlines: Expiry<Waiter>;
  readonly unsubscribe: () => void;
}

/** @param onLeave called for each request whose client disconnected */
export function createBlockedRequests(limit: WaitingLimit, onLeave: () => void): BlockedRequests {
  const queues = new Map<Rendition, Queue>();

  function open(rendition: Rendition): Queue {
    const groups = new Map<string, Group>();
    const queue: Queue = {
      groups,
      deadlines: createExpiry(3000 * rendition.targetDurationSeconds, (waiter) => {
        dismiss(rendition, queue, waiter);
        waiter.resume(true);
      }),
      unsubscribe: rendition.onAdvance(() => {
        for (const [key, group] of groups) {
          if (isPending(rendition, group)) continue;
          // From here on, new requests for it are answered at once.
          groups.delete(key);
          release(rendition, queue, group);
        }
      }),
    };
    queues.set(rendition, queue);
    return queue;
  }

  function release(rendition: Rendition, queue: Queue, group: Group): void {
    let left = BATCH;
    for (const waiter of group.waiters) {
      if (left-- === 0) {
        setImmediate(release, rendition, queue, group);
        return;
      }
      dismiss(rendition, queue, waiter);
      waiter.resume(false);
    }
  }

  function dismiss(rendition: Rendition, queue: Queue, waiter: Waiter): void {
    const { group } = waiter;
    waiter.req.socket.off('close', waiter.onClose);
    waiter.release();
    clearTimeout(waiter.expiry);
    group.waiters.delete(waiter);
    queue.deadlines.delete(waiter);
    if (group.waiters.size === 0 && queue.groups.get(group.key) === group) queue.groups.delete(group.key);
    if (queue.deadlines.size > 0) return;
    queue.unsubscribe();
    queue.deadlines.clear();
    queues.delete(rendition);
  }

  return {
    get size() {
      let size = 0;
      for (const queue of queues.values()) size += queue.deadlines.size;
      return size;
    },
    wait(rendition, awaited, req, resume, expiresInMs) {
      if (!limit.admits(req)) return false;
      const queue = queues.get(rendition) ?? open(rendition);
      const key = `${awaited.what}/${awaited.msn}/${awaited.part}`;
      let group = queue.groups.get(key);
      if (group === undefined) {
        group = { ...awaited, key, waiters: new Set() };
        queue.groups.set(key, group);
      }
      const waiter: Waiter = {
        group,
        req,
        resume,
        onClose: () => {
          dismiss(rendition, queue, waiter);
          onLeave();
        },
        release: limit.add(req, 1),
      };
      group.waiters.add(waiter);
      queue.deadlines.add(waiter);
      req.socket.on('close', waiter.onClose);
      if (expiresInMs !== undefined) {
        waiter.expiry = setTimeout(() => {
          dismiss(rendition, queue, waiter);
          resume(false);
        }, expiresInMs);
      }
      return true;
    },
    resume(presentation) {
      for (const [rendition, queue] of queues) {
        if (presentation.rendition(rendition.name) !== rendition) continue;
        for (const [key, group] of queue.groups) {
          queue.groups.delete(key);
          release(rendition, queue, group);
        }
      }
    },
    close() {
      for (const [rendition, queue] of queues) {
        for (const group of queue.groups.values()) {
          for (const waiter of group.waiters) {
            dismiss(rendition, queue, waiter);
            waiter.resume(true);
          }
        }
      }
    },
  };
}

function isPending(rendition: Rendition, { what, msn, part }: Awaited): boolean {
  if (what === 'rendition') return !rendition.isPlayable && !rendition.ended;
  return what === 'part' && part !== null
    ? partState(rendition, msn, part) === 'wait'
    : playlistState(rendition, msn, part) === 'wait';
}
