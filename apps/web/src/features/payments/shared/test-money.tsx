import { useInstance } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { useIsTestMoney } from '../api/use-checkout.ts';

/** Marks test money; shown wherever amounts are. */
export function TestMoney() {
  const { data: instance } = useInstance();
  const { data: isTestMoney } = useIsTestMoney();
  if (!instance?.demo && !isTestMoney) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
      <Badge tone="amber">{t('payments.test.badge')}</Badge>
      {instance?.demo ? t('payments.test.demo') : t('payments.test.mode')}
    </p>
  );
}
