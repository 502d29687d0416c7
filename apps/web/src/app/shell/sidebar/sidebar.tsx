import { Link, useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { PanelLeft } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { type SidebarPlace, toggleSidebar, useSidebarOpen } from '@/lib/browser/sidebar.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { INFORMATION, PAGES } from '../navigation.ts';
import { SIDEBAR_ROW, SidebarChannels } from './sidebar-channels.tsx';

/** If it can't load, the list is left out. */
const FollowedCategories = lazy(() =>
  import('./followed-categories.tsx').catch(() => ({ default: () => null })),
);

/** Which of the sidebar's states the current page uses. */
export function useSidebarPlace(): SidebarPlace {
  return useRouterState({
    select: ({ location }) => (/^\/(?:s|stream)\//.test(location.pathname) ? 'streams' : 'pages'),
  });
}

/** Navigation from 1024 px on: 16rem wide, or 3.5rem with icons only (spec section 9). */
export function Sidebar() {
  const open = useSidebarOpen(useSidebarPlace());
  const { state } = useSession();
  return (
    <aside
      id="sidebar"
      aria-label={t('shell.sidebar')}
      className={clsx(
        'sticky top-(--header-height) hidden h-[calc(100dvh-var(--header-height))] shrink-0 flex-col gap-6 overflow-y-auto overflow-x-hidden px-2 pt-2 pb-6 lg:flex',
        open ? 'w-64' : 'w-14 [scrollbar-width:none]',
      )}
    >
      <nav aria-label={t('shell.pages')} className="flex flex-col gap-0.5">
        {PAGES.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            title={open ? undefined : label}
            className={clsx(SIDEBAR_ROW, 'h-10 px-2.5 font-medium text-sm')}
          >
            <Icon size={20} aria-hidden="true" className="shrink-0" />
            <span className={open ? '' : 'sr-only'}>{label}</span>
          </Link>
        ))}
      </nav>
      <SidebarChannels open={open} />
      {state === 'signed-in' && (
        <Suspense>
          <FollowedCategories open={open} />
        </Suspense>
      )}
      {open && (
        <nav
          aria-label={t('shell.information')}
          className="mt-auto flex flex-wrap gap-x-4 gap-y-2 px-2.5 text-sm"
        >
          {INFORMATION.map(({ to, label }) => (
            <Link key={to} to={to} className="text-faint no-underline hover:text-ink">
              {label}
            </Link>
          ))}
        </nav>
      )}
    </aside>
  );
}

export function SidebarToggle() {
  const place = useSidebarPlace();
  const open = useSidebarOpen(place);
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={t('shell.sidebar')}
      aria-expanded={open}
      aria-controls="sidebar"
      onClick={() => toggleSidebar(place)}
      className="max-lg:hidden"
    >
      <PanelLeft size={20} aria-hidden="true" />
    </Button>
  );
}
