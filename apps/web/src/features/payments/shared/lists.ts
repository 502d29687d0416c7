import { type LucideIcon, Scale, Undo2 } from 'lucide-react';
import { dayOf, ORDERS, oneOf, type TableSearch } from '@/lib/table-search.ts';
import type { StatusBadges } from '@/ui/status-badge.tsx';
import { DISPUTE_BADGES, REFUND_BADGES } from './statuses.tsx';

/** The filters and sort orders of a kind of list about money. */
export interface MoneyList<Sort extends string, Status extends string> {
  sorts: readonly Sort[];
  /** The default sort column, descending; absent: the order never changes. */
  sort?: Sort;
  statuses: StatusBadges<Status>;
  /** Whether the list can be filtered by days. */
  hasDays?: boolean;
  icon: LucideIcon;
}

export const listOf = <const Sort extends string, Status extends string>(
  sorts: readonly Sort[],
  sort: NoInfer<Sort>,
  statuses: StatusBadges<Status>,
  icon: LucideIcon,
): MoneyList<Sort, Status> => ({ sorts, sort, statuses, icon });

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
