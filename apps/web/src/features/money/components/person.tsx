import type { Payer } from '@tributary/contracts';
import type { ReactNode } from 'react';
import { Avatar } from '@/ui/avatar.tsx';

interface PersonProps {
  person: Payer | null;
  /** Who it is where there is no name. */
  nobody?: string;
  /** Beneath the name. */
  children?: ReactNode;
}

export const DELETED = 'A deleted account';

/** Somebody in a list of money. */
export function Person({ person, nobody = DELETED, children }: PersonProps) {
  const name = person?.displayName ?? nobody;
  return (
    <div className="flex min-w-0 gap-3">
      <Avatar name={name} src={person?.avatarUrl ?? null} size={32} />
      <div className="flex min-w-0 flex-col items-start gap-0.5">
        <bdi className="font-medium [overflow-wrap:anywhere]">{name}</bdi>
        {children}
      </div>
    </div>
  );
}
