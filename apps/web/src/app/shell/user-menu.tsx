import type { SessionUser } from '@tributary/contracts';
import { Avatar } from '@/ui/avatar.tsx';
import { MenuOnDemand, menuScript } from '@/ui/menu-on-demand.tsx';

const script = menuScript(() => import('./user-choices.tsx'));

export function UserMenu({ user }: { user: SessionUser }) {
  return (
    <MenuOnDemand
      script={script}
      button={
        <button
          type="button"
          aria-label={`Account of ${user.username}`}
          className="flex size-10 items-center justify-center rounded-full"
        >
          <Avatar name={user.displayName || user.username} src={user.avatar} size={32} />
        </button>
      }
    />
  );
}
