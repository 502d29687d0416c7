import { useQuery } from '@tanstack/react-query';
import { instanceQuery } from '@/lib/instance.ts';
import { Badge } from '@/ui/badge.tsx';

/** Marks amounts on a demo instance as made up; shown wherever amounts are. */
export function TestMoney() {
  const { data: instance } = useQuery(instanceQuery);
  if (!instance?.demo) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
      <Badge tone="amber">Test money</Badge>
      This is a demo. People and amounts are made up, and nobody is charged.
    </p>
  );
}
