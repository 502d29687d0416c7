import { Link } from '@tanstack/react-router';
import { RadioTower } from 'lucide-react';
import { type ComponentType, Fragment, lazy, Suspense } from 'react';
import { useInstanceName } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Logo } from '@/ui/brand/logo.tsx';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { StartStreaming } from '@/ui/start-streaming.tsx';
import { CategoryMenu, ThemeMenu, UserMenu } from './menus/buttons.tsx';
import { PAGES, useReturnSearch } from './navigation.ts';
import { PaletteButton } from './palette/palette-button.tsx';
import { SideMenu } from './sidebar/side-menu.tsx';
import { SidebarToggle } from './sidebar/sidebar.tsx';

/**
 * Only signed-in users need it, so it is not part of the first script. If it can't load, the bell is left
 * out.
 */
const NotificationBell = lazy<ComponentType<{ userId: string }>>(() =>
  import('@/features/notifications/index.ts').then(
    (notifications) => ({ default: notifications.NotificationBell }),
    () => ({ default: () => null }),
  ),
);

export function Header() {
  return (
    <header id="header" className="sticky top-0 z-40 bg-ground">
      <div className="flex h-(--header-height) items-center gap-1 px-2 sm:gap-2 sm:px-4 lg:ps-2">
        <SideMenu />
        <SidebarToggle />
        <HomeLink />
        <nav aria-label={t('shell.main')} className="ms-2 hidden gap-1 lg:flex">
          {PAGES.filter((item) => item.to !== '/start-streaming').map((item) => (
            <Fragment key={item.to}>
              <Link
                to={item.to}
                className="flex h-9 items-center rounded-control px-3 font-medium text-muted text-sm no-underline transition-colors duration-(--duration-fast) hover:text-ink aria-[current=page]:text-ink"
              >
                {item.label}
              </Link>
              {item.to === '/discover' && <CategoryMenu />}
            </Fragment>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-1 sm:gap-2">
          <PaletteButton />
          {/* On phones it is in the menu. */}
          <ThemeMenu className="max-sm:hidden" />
          <Account />
        </div>
      </div>
    </header>
  );
}

/** On phones, a name for which there is no room is left out rather than cut: it wraps out of sight. */
function HomeLink() {
  const name = useInstanceName();
  return (
    <Link
      to="/"
      aria-label={t('shell.homeOf', { name })}
      className="flex h-8 min-w-0 items-center gap-2 rounded-control px-1 text-ink no-underline max-sm:flex-wrap max-sm:overflow-hidden sm:gap-2.5 sm:px-2"
    >
      <span className="flex h-8 shrink-0 items-center">
        <Logo className="size-6" />
      </span>
      <span dir="auto" className="truncate font-display font-semibold text-lg tracking-tight">
        {name}
      </span>
    </Link>
  );
}

function Account() {
  const back = useReturnSearch();
  const session = useSession();
  return (
    <>
      <StartStreaming variant="secondary" size="sm" className="max-md:hidden">
        <RadioTower size={16} aria-hidden="true" />
        {t('ui.startStreaming')}
      </StartStreaming>
      <StartStreaming variant="quiet" size="icon" aria-label={t('ui.startStreaming')} className="md:hidden">
        <RadioTower size={18} aria-hidden="true" />
      </StartStreaming>
      {session.state === 'loading' ? (
        <Skeleton className="h-9 w-24" />
      ) : session.user ? (
        <>
          <Suspense fallback={<span className="size-10" />}>
            <NotificationBell userId={session.user.id} />
          </Suspense>
          <UserMenu user={session.user} />
        </>
      ) : (
        <>
          <Button asChild variant="quiet" size="sm" className="max-sm:hidden">
            <Link to="/login" search={back}>
              {t('ui.signIn')}
            </Link>
          </Button>
          <Button asChild size="sm">
            <Link to="/register" search={back}>
              {t('shell.signUp')}
            </Link>
          </Button>
        </>
      )}
    </>
  );
}
