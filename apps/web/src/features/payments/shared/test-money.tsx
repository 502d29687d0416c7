import { useInstance } from '@/lib/instance.ts';
import { Badge } from '@/ui/badge.tsx';
import { useIsTestMoney } from '../api/use-checkout.ts';

/** Marks test money; shown wherever amounts are. */
export function TestMoney() {
  const { data: instance } = useInstance();
  const { data: isTestMoney } = useIsTestMoney();
  if (!instance?.demo && !isTestMoney) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
      <Badge tone="amber">Test money</Badge>
      {instance?.demo
        ? 'This is a demo. People and amounts are made up, and no real money is moved.'
        : 'Payments are in test mode. No real money is moved.'}
    </p>
  );
}
