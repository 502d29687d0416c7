import { Link, useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useFeatured } from '@/features/discovery/index.ts';
import { formatCount, formatViewers } from '@/lib/format.ts';
import { useSession } from '@/lib/session.ts';
import { useSidebarOpen } from '@/lib/sidebar.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { RollingNumber } from '@/ui/rolling-number.tsx';
import { INFORMATION, navigationFor } from './navigation.ts';

const row =
  'flex items-center gap-3 rounded-control text-ink no-underline transition-colors duration-(--duration-fast) hover:bg-surface-2 focus-visible:-outline-offset-2 aria-[current=page]:bg-surface-2 aria-[current=page]:text-accent';

/** The way around from 1024 px on: 16rem wide, or 3.5rem with icons alone (spec section 9). */
export function Sidebar() {
  // On a stream page the picture needs the width; its own column lists the others.
  const onStream = useRouterState({ select: ({ location }) => /^\/(?:s|stream)\//.test(location.pathname) });
  const open = useSidebarOpen() && !onStream;
  const session = useSession();
  return (
    <aside
      id="sidebar"
      aria-label="Sidebar"
      className={clsx(
        'sticky top-(--header-height) hidden h-[calc(100dvh-var(--header-height))] shrink-0 flex-col gap-6 overflow-y-auto overflow-x-hidden px-2 pt-2 pb-6 lg:flex',
        open ? 'w-64' : 'w-14 [scrollbar-width:none]',
      )}
    >
      <nav aria-label="Places" className="flex flex-col gap-0.5">
        {navigationFor(session).map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            title={open ? undefined : label}
            className={clsx(row, 'h-10 px-2.5 font-medium text-sm')}
          >
            <Icon size={20} aria-hidden="true" className="shrink-0" />
            <span className={open ? '' : 'sr-only'}>{label}</span>
          </Link>
        ))}
      </nav>
      <LiveChannels open={open} />
      {open && (
        <nav aria-label="Information" className="mt-auto flex flex-wrap gap-x-4 gap-y-2 px-2.5 text-sm">
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

/** Who is live, most viewers first; nothing where nobody is. */
function LiveChannels({ open }: { open: boolean }) {
  const { data: streams = [] } = useFeatured();
  if (streams.length === 0) return null;
  return (
    <section aria-label="Live channels" className="flex flex-col gap-1">
      {open && (
        <h2 className="px-2.5 font-sans font-semibold text-muted text-xs tracking-normal">Live channels</h2>
      )}
      <ul className="flex flex-col gap-0.5">
        {streams.map(({ id, slug, title, category, currentViewers, streamer }) => {
          const name = streamer.displayName || streamer.username;
          return (
            <li key={id}>
              <Link
                to="/s/$username/$slug"
                params={{ username: streamer.username, slug }}
                title={open ? title : `${name}: ${title}`}
                className={clsx(row, 'h-12', open ? 'px-2.5' : 'justify-center')}
              >
                <Avatar name={name} src={streamer.avatarUrl} size={32} />
                <span className={open ? 'min-w-0 flex-1' : 'sr-only'}>
                  <bdi className="block truncate font-medium text-sm">{name}</bdi>
                  <span className="block truncate text-muted text-xs">{category}</span>
                </span>
                {open && (
                  <span className="flex items-center gap-1.5 text-muted text-xs">
                    <span aria-hidden="true" className="size-2 rounded-full bg-live" />
                    <RollingNumber text={formatCount(currentViewers)} label={formatViewers(currentViewers)} />
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
