import { useApi } from '@/lib/use-api.ts';
import { Badge } from '@/ui/badge.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { Section } from '@/ui/layout.tsx';
import { Day } from '@/ui/time.tsx';

/** Payments in a creator's wallet that were not credited; renders nothing without any. */
export function UncreditedPayments() {
  const payments = useApi('GET /api/me/crypto-uncredited').data?.payments ?? [];
  if (payments.length === 0) return null;
  return (
    <Section title="Payments that don’t count">
      <p className="max-w-[68ch] text-muted">
        This money is in your wallet, but it arrived too late, was less than the price of a ticket, or came
        while the price of ETH was not known. Nothing was given for it here, and no fee was taken. Send it
        back if the sender asks for it.
      </p>
      <ul className="grid gap-4 xl:grid-cols-2">
        {payments.map(({ id, description, openedAt, chain, address, received }) => (
          <li key={id} className="flex flex-col gap-4 rounded-media bg-surface-1 p-5">
            <div className="flex flex-col gap-1">
              <h3 className="flex flex-wrap items-center gap-3 text-base tabular-nums">
                {received.map(({ token, amount }) => `${amount} ${token}`).join(' + ')}
                {chain.isTest && <Badge tone="amber">Test money</Badge>}
              </h3>
              <p className="text-muted text-sm">
                <span className="[overflow-wrap:anywhere]">{description}</span>, opened on{' '}
                <Day at={openedAt} />, on {chain.name}
              </p>
            </div>
            <CopyField label="Address in your wallet" value={address} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
