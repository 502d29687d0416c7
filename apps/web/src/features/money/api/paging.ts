import {
  DONATION_SORTS,
  DONATION_STATUSES,
  EVENT_SORTS,
  EVENT_STATUSES,
  PAYOUT_SORTS,
  PAYOUT_STATUSES,
  SUBSCRIBER_SORTS,
  SUBSCRIPTION_STATUSES,
} from '@tributary/contracts';
import { ORDERS, oneOf, type TableSearch } from '@/lib/table-search.ts';

/** The filters of each list of money, read from a table's search. */
export interface ListFilter<Sort extends string, Status extends string> {
  sort: Sort | undefined;
  order: 'asc' | 'desc' | undefined;
  status: Status | undefined;
}

const filterOf =
  <const Sort extends string, const Status extends string>(
    sorts: readonly Sort[],
    statuses: readonly Status[],
  ) =>
  ({ sort, order, status }: TableSearch): ListFilter<Sort, Status> => ({
    sort: oneOf(sorts, sort),
    order: oneOf(ORDERS, order),
    status: oneOf(statuses, status),
  });

export const donationFilterOf = filterOf(DONATION_SORTS, DONATION_STATUSES);
export const subscriberFilterOf = filterOf(SUBSCRIBER_SORTS, SUBSCRIPTION_STATUSES);
export const payoutFilterOf = filterOf(PAYOUT_SORTS, PAYOUT_STATUSES);
export const eventFilterOf = filterOf(EVENT_SORTS, EVENT_STATUSES);
