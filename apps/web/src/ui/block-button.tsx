import type { UserId } from '@tributary/contracts/shared';
import { UserX } from 'lucide-react';
import { useBlock, useBlockedIds } from '@/lib/blocks.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from './button.tsx';
import { toast } from './feedback/toaster.tsx';

interface BlockButtonProps {
  person: { readonly id: UserId; readonly username: string; readonly displayName: string };
  size?: 'sm' | 'md';
}

/** Blocks or unblocks a person; hidden from visitors and on the user’s own account. */
export function BlockButton({ person, size = 'sm' }: BlockButtonProps) {
  const { user } = useSession();
  const isBlocked = useBlockedIds().has(person.id);
  const block = useBlock(person.id);
  if (!user || user.id === person.id) return null;
  const name = person.displayName || person.username;
  const toggle = () =>
    block.mutate(!isBlocked, {
      onSuccess: () =>
        isBlocked
          ? toast.success(`${name} is no longer blocked`)
          : toast.success(`${name} is blocked`, {
              description: 'You don’t see their chat messages, and they can’t follow you.',
            }),
      onError: (error) => toast.failure(`Couldn’t ${isBlocked ? 'unblock' : 'block'} ${name}`, error),
    });
  return (
    <Button size={size} variant="secondary" busy={block.isPending} onClick={toggle}>
      <UserX size={16} aria-hidden="true" />
      {isBlocked ? 'Unblock' : 'Block'}
      <span className="sr-only">{name}</span>
    </Button>
  );
}
