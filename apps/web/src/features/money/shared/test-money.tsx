import { useQuery } from '@tanstack/react-query';
import { instanceQuery } from '@/lib/instance.ts';
import { Badge } from '@/ui/badge.tsx';

/** On a demo instance: says that none of it is real. Stands wherever amounts do. */
export function TestMoney() {
  const { data: instance } = useQuery(instanceQuery);
  if (!instance?.demo) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
      <Badge tone="amber">Test money</Badge>
      This is a demo: the people and what they gave are made up, and nobody is charged.
    </p>
  );
}
