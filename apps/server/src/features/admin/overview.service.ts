import { type AdminOverview, OVERVIEW_DAYS } from '@tributary/contracts/admin';
import type { Database } from '#platform/db/database.ts';
import * as repo from './overview.repo.ts';

/** Counts what is waiting for an admin, by the features that own it. */
export interface Queues {
  verification(): Promise<number>;
  messages(): Promise<number>;
  reports(): Promise<number>;
  emotes(): Promise<number>;
}

export interface Overview {
  read(): Promise<AdminOverview>;
  queues(): Promise<{ verification: number; messages: number; reports: number; emotes: number }>;
}

const WEEK = 7;

export function createOverview(db: Database, waiting: Queues): Overview {
  async function queues() {
    const [verification, messages, reports, emotes] = await Promise.all([
      waiting.verification(),
      waiting.messages(),
      waiting.reports(),
      waiting.emotes(),
    ]);
    return { verification, messages, reports, emotes };
  }

  return {
    queues,
    async read() {
      const [totals, days, { verification, messages }] = await Promise.all([
        db.read(repo.findTotals),
        db.read((reader) => repo.findDays(reader, OVERVIEW_DAYS)),
        queues(),
      ]);
      const weekly = (of: (day: repo.Day) => number) => {
        const sum = (some: readonly repo.Day[]) => some.reduce((total, day) => total + of(day), 0);
        return { now: sum(days.slice(-WEEK)), before: sum(days.slice(-2 * WEEK, -WEEK)) };
      };
      return {
        ...totals,
        newUsers: weekly(({ newUsers }) => newUsers),
        hoursStreamed: weekly(({ hoursStreamed }) => hoursStreamed),
        pendingVerifications: verification,
        openMessages: messages,
        days,
      };
    },
  };
}
