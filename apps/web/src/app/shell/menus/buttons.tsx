import type { SessionUser } from '@tributary/contracts/identity';
import { ChevronDown, Moon, Sun } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { MenuOnDemand, menuScript } from '@/ui/overlays/menu-on-demand.tsx';

const categoryMenu = menuScript(() => import('./category-menu.tsx'));

/** The 16 categories of spec section 2, each a link to Discover. */
export function CategoryMenu() {
  return (
    <MenuOnDemand
      script={categoryMenu}
      button={
        <Button variant="quiet" size="icon-sm" aria-label={t('shell.categories')} className="-ms-2.5">
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      }
    />
  );
}

const themeMenu = menuScript(() => import('./theme-menu.tsx'));

export function ThemeMenu({ className }: { className?: string }) {
  return (
    <MenuOnDemand
      script={themeMenu}
      button={
        <Button variant="quiet" size="icon" aria-label={t('shell.theme')} className={className}>
          <Sun size={18} aria-hidden="true" className="hidden light:block" />
          <Moon size={18} aria-hidden="true" className="light:hidden" />
        </Button>
      }
    />
  );
}

const userMenu = menuScript(() => import('./user-menu.tsx'));

export function UserMenu({ user }: { user: SessionUser }) {
  return (
    <MenuOnDemand
      script={userMenu}
      button={
        <button
          type="button"
          aria-label={t('shell.accountMenu', { name: user.username })}
          className="flex size-10 items-center justify-center rounded-full"
        >
          <Avatar name={user.displayName || user.username} src={user.avatar} size={32} />
        </button>
      }
    />
  );
}
