import type { ComponentProps } from 'react';
import { Badge } from './badge.tsx';

/** The tone and name of each status of a record. */
export type StatusBadges<Status extends string> = Readonly<
  Record<Status, readonly [tone: ComponentProps<typeof Badge>['tone'], name: string]>
>;

interface StatusBadgeProps<Status extends string> {
  badges: StatusBadges<Status>;
  status: Status;
}

export function StatusBadge<Status extends string>({ badges, status }: StatusBadgeProps<Status>) {
  const [tone, name] = badges[status];
  return <Badge tone={tone}>{name}</Badge>;
}

/** The names by status, for filters. */
export const labelsOf = (badges: StatusBadges<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(badges).map(([status, [, name]]) => [status, name]));
