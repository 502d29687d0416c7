/** Creates, publishes, ends and cancels events for their creators. */
import {
  EVENTS_OPEN_MAX,
  type EventEdit,
  type OwnEvent,
  type TicketRefunds,
} from '@tributary/contracts/events';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Effect, Writer } from '#platform/db/database.ts';
import type { Images } from '#platform/images/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { createAnnouncementBudget } from './announcement-budget.ts';
import { refundTickets } from './cancellation.jobs.ts';
import { createEventGates } from './event-gates.ts';
import { countRefunds } from './event-refunds.repo.ts';
import { IN_FUTURE, isClosed, refusedChanges } from './event-rules.ts';
import { toOwn } from './event-views.ts';
import { eventErrors } from './events.errors.ts';
import { announceEvent, notifyTicketHolders } from './events.jobs.ts';
import type { EventNotice } from './events.notifications.ts';
import type { StoredEvent } from './events.repo.ts';
import * as repo from './own-events.repo.ts';

/** All functions throw AppError `event_not_found` for an event of another creator. */
export interface OwnEvents {
  find(creatorId: UserId, id: string): Promise<OwnEvent>;
  /** Returns an existing draft if all fields are the same. @throws AppError `too_many_events` */
  create(creatorId: UserId, edit: EventEdit): Promise<OwnEvent>;
  /** @throws AppError `event_closed`, `event_change_refused` with the fields, `too_many_announcements` */
  edit(creatorId: UserId, id: string, edit: EventEdit): Promise<OwnEvent>;
  /**
   * Replaces the poster, or removes it if `bytes` is null.
   * @throws AppError `event_closed`, and those of `Images.store`
   */
  setPoster(creatorId: UserId, id: string, bytes: Buffer | null): Promise<OwnEvent>;
  /** @throws AppError `event_closed`, `event_change_refused` if its date has passed, `too_many_announcements` */
  publish(creatorId: UserId, id: string): Promise<OwnEvent>;
  /** @throws AppError `event_not_live` */
  end(creatorId: UserId, id: string): Promise<OwnEvent>;
  /**
   * Cancels the event, and refunds its tickets by a job. Calling it again retries failed refunds.
   * @throws AppError `event_closed`
   */
  cancel(creatorId: UserId, id: string): Promise<OwnEvent>;
  /** The progress of the refunds of its tickets. */
  refundsOf(creatorId: UserId, id: string): Promise<TicketRefunds>;
  /** @throws AppError `event_published` */
  remove(creatorId: UserId, id: string): Promise<void>;
}

export interface OwnEventsOptions {
  readonly db: Database;
  readonly images: Pick<Images, 'store' | 'claim' | 'release' | 'discard'>;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly sharedState: SharedState;
  readonly now: () => Date;
}

export function createOwnEvents({ db, images, jobs, sharedState, now }: OwnEventsOptions): OwnEvents {
  const gates = createEventGates(now);
  const spendAnnouncement = createAnnouncementBudget(sharedState);

  async function lock(tx: Writer, creatorId: UserId, id: string): Promise<StoredEvent> {
    const event = await repo.lockOwn(tx, creatorId, id);
    if (!event) throw eventErrors.event_not_found();
    return event;
  }

  /** Runs `work` while the event is locked, and returns the event after it. */
  const change = (
    creatorId: UserId,
    id: string,
    work: (tx: Writer, event: StoredEvent, onCommit: (effect: Effect) => void) => Promise<void>,
  ): Promise<OwnEvent> =>
    db.transact(async (tx, onCommit) => {
      await work(tx, await lock(tx, creatorId, id), onCommit);
      return toOwn(await lock(tx, creatorId, id));
    });

  const notifyHolders = (tx: Writer, eventId: string, notice: EventNotice, date: Date) =>
    jobs.send(tx, notifyTicketHolders, { eventId, notice, date: date.toISOString() });

  return {
    async find(creatorId, id) {
      const event = await db.read((reader) => repo.findOwn(reader, creatorId, id));
      if (!event) throw eventErrors.event_not_found();
      return toOwn(event);
    },
    create: (creatorId, edit) =>
      db.transact(async (tx) => {
        const open = await repo.countOpen(tx, creatorId);
        // The answer to an earlier request may have been lost.
        const same = await repo.findSameDraft(tx, creatorId, edit);
        if (same) return toOwn(same);
        if (open >= EVENTS_OPEN_MAX) throw eventErrors.too_many_events();
        const id = uuidv7();
        await repo.insertDraft(tx, id, creatorId, edit);
        return toOwn(await lock(tx, creatorId, id));
      }),
    edit: (creatorId, id, edit) =>
      change(creatorId, id, async (tx, event) => {
        if (isClosed(event)) throw eventErrors.event_closed();
        const errors = refusedChanges(event, edit, event.totalTicketsSold + event.ticketsReserved, now());
        if (errors.length > 0) throw eventErrors.event_change_refused({ errors });
        const isMoved = new Date(edit.eventDate).getTime() !== event.eventDate.getTime();
        const isAnnounced = isMoved && event.status !== 'draft';
        if (isAnnounced) await spendAnnouncement(creatorId);
        await repo.update(tx, id, { edit, isMoved });
        await gates.apply(tx, creatorId);
        if (isAnnounced) await notifyHolders(tx, id, 'moved', new Date(edit.eventDate));
      }),
    async setPoster(creatorId, id, bytes) {
      const url = bytes && (await images.store(bytes, 'poster', creatorId));
      try {
        return await change(creatorId, id, async (tx, event, onCommit) => {
          if (isClosed(event)) throw eventErrors.event_closed();
          await repo.update(tx, id, { posterUrl: url });
          await images.claim(tx, url);
          await images.release(tx, event.posterUrl);
          onCommit(() => images.discard(event.posterUrl));
        });
      } catch (error) {
        await images.discard(url);
        throw error;
      }
    },
    publish: (creatorId, id) =>
      change(creatorId, id, async (tx, event) => {
        if (isClosed(event)) throw eventErrors.event_closed();
        if (event.status !== 'draft') return;
        if (event.eventDate <= now()) {
          throw eventErrors.event_change_refused({ errors: [{ pointer: '/eventDate', detail: IN_FUTURE }] });
        }
        await spendAnnouncement(creatorId);
        await repo.update(tx, id, { status: 'published', publishedAt: now() });
        await gates.apply(tx, creatorId);
        await jobs.send(tx, announceEvent, { eventId: id });
      }),
    end: (creatorId, id) =>
      change(creatorId, id, async (tx, { status }) => {
        if (status === 'ended') return;
        if (status !== 'live') throw eventErrors.event_not_live();
        await repo.update(tx, id, { status: 'ended' });
        await gates.detachNext(tx, creatorId, id);
        await gates.apply(tx, creatorId);
      }),
    cancel: (creatorId, id) =>
      change(creatorId, id, async (tx, { status, eventDate }) => {
        if (status === 'ended') throw eventErrors.event_closed();
        if (status === 'draft') throw eventErrors.event_not_published();
        await jobs.send(tx, refundTickets, { eventId: id, requestedBy: creatorId });
        if (status === 'canceled') return;
        await repo.update(tx, id, { status: 'canceled' });
        await gates.detach(tx, creatorId, id);
        await notifyHolders(tx, id, 'canceled', eventDate);
      }),
    refundsOf: (creatorId, id) =>
      db.read(async (reader) => {
        if (!(await repo.findOwn(reader, creatorId, id))) throw eventErrors.event_not_found();
        return countRefunds(reader, id);
      }),
    remove: (creatorId, id) =>
      db.transact(async (tx, onCommit) => {
        const event = await lock(tx, creatorId, id);
        if (event.status !== 'draft') throw eventErrors.event_published();
        await repo.remove(tx, id);
        await images.release(tx, event.posterUrl);
        onCommit(() => images.discard(event.posterUrl));
      }),
  };
}
