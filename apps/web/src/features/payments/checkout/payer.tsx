import { Link } from '@tanstack/react-router';
import type { SessionUser } from '@tributary/contracts/identity';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';

/** The group of fields about the payer. */
export const Payer = ({ children }: { children: ReactNode }) => (
  <fieldset className="flex min-w-0 flex-col gap-3">
    <legend className="mb-3 font-medium text-sm">{t('payments.payer.title')}</legend>
    {children}
  </fieldset>
);

/** The account of the payer. */
export const AccountPayer = ({ user }: { user: SessionUser }) => (
  <div className="flex items-center gap-3">
    <Avatar name={user.displayName} src={user.avatar} size={40} />
    <p className="min-w-0 text-sm [overflow-wrap:anywhere]">
      <bdi className="font-medium">{user.displayName}</bdi>
      <span className="block text-muted">
        <Text
          k="payments.payer.account"
          values={{
            email: user.email,
            billing: (words) => (
              <Link to="/billing" className="text-accent underline underline-offset-2">
                {words}
              </Link>
            ),
          }}
        />
      </span>
    </p>
  </div>
);
