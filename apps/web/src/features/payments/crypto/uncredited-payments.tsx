import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Badge } from '@/ui/badge.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { Section } from '@/ui/layout.tsx';
import { Day } from '@/ui/time.tsx';

/** Payments in a creator's wallet that were not credited; renders nothing without any. */
export function UncreditedPayments() {
  const payments = useApi('GET /api/me/crypto-uncredited').data?.payments ?? [];
  if (payments.length === 0) return null;
  return (
    <Section title={t('payments.uncredited.title')}>
      <p className="max-w-[68ch] text-muted">{t('payments.uncredited.lead')}</p>
      <ul className="grid gap-4 xl:grid-cols-2">
        {payments.map(({ id, description, openedAt, chain, address, received }) => (
          <li key={id} className="flex flex-col gap-4 rounded-media bg-surface-1 p-5">
            <div className="flex flex-col gap-1">
              <h3 className="flex flex-wrap items-center gap-3 text-base tabular-nums">
                {received.map(({ token, amount }) => `${amount} ${token}`).join(' + ')}
                {chain.isTest && <Badge tone="amber">{t('payments.test.badge')}</Badge>}
              </h3>
              <p className="text-muted text-sm">
                <Text
                  k="payments.uncredited.about"
                  values={{
                    description,
                    chain: chain.name,
                    name: (words) => <span className="[overflow-wrap:anywhere]">{words}</span>,
                    day: () => <Day at={openedAt} />,
                  }}
                />
              </p>
            </div>
            <CopyField label={t('payments.uncredited.address')} value={address} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
