import type { UserId } from '@tributary/contracts/shared';
import { UserX } from 'lucide-react';
import { useBlock, useBlockedIds } from '@/lib/blocks.ts';
import { t } from '@/lib/messages/t.ts';
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
          ? toast.success(t('ui.block.unblocked', { name }))
          : toast.success(t('ui.block.blocked', { name }), {
              description: t('ui.block.effect'),
            }),
      onError: (error) =>
        toast.failure(t(isBlocked ? 'ui.block.notUnblocked' : 'ui.block.notBlocked', { name }), error),
    });
  return (
    <Button size={size} variant="secondary" busy={block.isPending} onClick={toggle}>
      <UserX size={16} aria-hidden="true" />
      {isBlocked ? t('ui.block.unblock') : t('ui.block.block')}
      <span className="sr-only">{name}</span>
    </Button>
  );
}
