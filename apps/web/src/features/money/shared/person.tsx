import type { StreamerSummary } from '@tributary/contracts';
import type { ReactNode } from 'react';
import { Avatar } from '@/ui/media/avatar.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';

const DELETED = 'A deleted account';

interface NameProps {
  person: StreamerSummary | null;
  /** Who it is where there is no name. */
  nobody?: string;
}

/** Somebody's name with its badge. */
export function Name({ person, nobody = DELETED }: NameProps) {
  return (
    <>
      <bdi className="[overflow-wrap:anywhere]">{person?.displayName ?? nobody}</bdi>
      {person?.isVerified && (
        <>
          {' '}
          <VerifiedBadge size={14} />
        </>
      )}
    </>
  );
}

interface PersonProps extends NameProps {
  /** Beneath the name. */
  children?: ReactNode;
}

/** Somebody in a list of money. */
export function Person({ person, nobody = DELETED, children }: PersonProps) {
  return (
    <div className="flex min-w-0 gap-3">
      <Avatar name={person?.displayName ?? nobody} src={person?.avatarUrl ?? null} size={32} />
      <div className="flex min-w-0 flex-col items-start gap-0.5 self-center">
        <span className="font-medium">
          <Name person={person} nobody={nobody} />
        </span>
        {children}
      </div>
    </div>
  );
}

/** What somebody wrote with it; nothing where they did not. */
export function Words({ children }: { children: string }) {
  if (children === '') return null;
  return (
    <p dir="auto" className="max-w-[60ch] font-normal text-muted [overflow-wrap:anywhere]">
      {children}
    </p>
  );
}
