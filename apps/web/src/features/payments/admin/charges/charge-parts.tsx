/** Parts that the lists of charges, refunds and disputes share. */
import { Link } from '@tanstack/react-router';
import type { StreamerSummary } from '@tributary/contracts/channels';
import type { AdminCharge } from '@tributary/contracts/payments';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Name } from '@/ui/media/person.tsx';

const LINK = 'inline-block py-0.5 no-underline hover:underline';

/** Links to the page of a charge. Looks like a link, since its actions are there. */
export const ChargeLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link
    to="/dashboard/admin/money/charges/$id"
    params={{ id }}
    className={`${LINK} text-accent [overflow-wrap:anywhere]`}
  >
    {children}
  </Link>
);

function AccountLink({ person }: { person: StreamerSummary }) {
  return (
    <Link to="/dashboard/admin/users/$id" params={{ id: person.id }} className={`${LINK} text-ink`}>
      <Name person={person} />
    </Link>
  );
}

/** The payer, unless anonymous. */
export function Payer({
  payer,
  isAnonymous = false,
}: Pick<AdminCharge, 'payer'> & { isAnonymous?: boolean }) {
  if (payer) return <AccountLink person={payer} />;
  return (
    <span className="text-muted">
      {isAnonymous ? t('payments.admin.payer.anonymous') : t('payments.admin.payer.noAccount')}
    </span>
  );
}

export function Creator({ creator }: Pick<AdminCharge, 'creator'>) {
  return creator ? (
    <AccountLink person={creator} />
  ) : (
    <span className="text-muted">{t('ui.deletedAccount')}</span>
  );
}

/** An id of a provider, which may break at any character. */
export const ProviderId = ({ children }: { children: string }) => (
  <code className="break-all font-mono font-normal text-muted text-xs">{children}</code>
);
