import { DONATION_SORTS } from '@tributary/contracts/donations';
import { EVENT_SORTS } from '@tributary/contracts/events';
import { SUBSCRIBER_SORTS } from '@tributary/contracts/memberships';
import { PAYOUT_SORTS } from '@tributary/contracts/payouts';
import { CalendarDays, Coins, Landmark, type LucideIcon, Scale, Undo2, Users } from 'lucide-react';
import { useTablePage } from '@/lib/paged-query.ts';
import { dayOf, ORDERS, oneOf, type TableSearch } from '@/lib/table-search.ts';
import {
  DISPUTE_BADGES,
  DONATION_BADGES,
  EVENT_BADGES,
  PAYOUT_BADGES,
  REFUND_BADGES,
  type StatusBadges,
  SUBSCRIPTION_BADGES,
} from './statuses.tsx';

/** A kind of money record: how lists of it are filtered and sorted. */
export interface MoneyList<Sort extends string, Status extends string> {
  sorts: readonly Sort[];
  /** The default sort column, descending; absent: the order never changes. */
  sort?: Sort;
  statuses: StatusBadges<Status>;
  /** Whether days can be chosen. */
  hasDays?: boolean;
  icon: LucideIcon;
}

const listOf = <const Sort extends string, Status extends string>(
  sorts: readonly Sort[],
  sort: NoInfer<Sort>,
  statuses: StatusBadges<Status>,
  icon: LucideIcon,
): MoneyList<Sort, Status> => ({ sorts, sort, statuses, icon });

export const DONATIONS = {
  ...listOf(DONATION_SORTS, 'createdAt', DONATION_BADGES, Coins),
  hasDays: true,
};
export const SUBSCRIBERS = listOf(SUBSCRIBER_SORTS, 'createdAt', SUBSCRIPTION_BADGES, Users);
export const PAYOUTS = listOf(PAYOUT_SORTS, 'dueDate', PAYOUT_BADGES, Landmark);
export const EVENTS = listOf(EVENT_SORTS, 'eventDate', EVENT_BADGES, CalendarDays);
export const REFUNDS = { sorts: [], statuses: REFUND_BADGES, icon: Undo2 };
export const DISPUTES = { sorts: [], statuses: DISPUTE_BADGES, icon: Scale };

/** Reads a list's filters from the address. */
export function filterOf<Sort extends string, Status extends string>(
  { sorts, statuses, hasDays }: MoneyList<Sort, Status>,
  { sort, order, status, since, until }: TableSearch,
) {
  const isStatus = (given: string): given is Status => Object.hasOwn(statuses, given);
  return {
    sort: oneOf(sorts, sort),
    order: oneOf(ORDERS, order),
    status: status !== undefined && isStatus(status) ? status : undefined,
    ...(hasDays && { since: dayOf(since), until: dayOf(until) }),
  };
}

/** Queries a page of a list with the filters of `search`. */
export const useMoneyPage = <Sort extends string, Status extends string, Result>(
  key: readonly string[],
  list: MoneyList<Sort, Status>,
  search: TableSearch,
  fetchPage: (
    query: ReturnType<typeof filterOf<Sort, Status>> & { cursor: string | undefined },
    signal: AbortSignal,
  ) => Promise<Result>,
) => useTablePage(['money', ...key], search, (given) => filterOf(list, given), fetchPage);
