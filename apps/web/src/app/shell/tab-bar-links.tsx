import { Link, type LinkProps } from '@tanstack/react-router';
import { Compass, Heart, House, LogIn, type LucideIcon, UserRound } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { useReturnSearch } from './navigation.ts';

/** The entries of the tab bar: those of an account, or the way to one. */
export default function TabBarLinks() {
  const { state } = useSession();
  const back = useReturnSearch();
  return (
    <ul className="grid h-full auto-cols-fr grid-flow-col">
      <Tab to="/" label={t('shell.page.home')} icon={House} />
      <Tab to="/discover" label={t('shell.page.discover')} icon={Compass} />
      {state === 'signed-in' && (
        <>
          <Tab to="/dashboard/viewer/following" label={t('shell.link.following')} icon={Heart} />
          <Tab to="/dashboard/viewer" label={t('shell.you')} icon={UserRound} />
        </>
      )}
      {state === 'signed-out' && <Tab to="/login" search={back} label={t('ui.signIn')} icon={LogIn} />}
    </ul>
  );
}

interface TabProps extends Pick<LinkProps, 'to' | 'search'> {
  label: string;
  icon: LucideIcon;
}

function Tab({ label, icon: Icon, ...link }: TabProps) {
  return (
    <li className="flex">
      <Link
        {...link}
        activeOptions={{ exact: true, includeSearch: false }}
        className="flex flex-1 touch-manipulation flex-col items-center justify-center gap-0.5 rounded-control font-medium text-muted text-xs no-underline outline-offset-[-2px] transition-colors duration-(--duration-fast) hover:text-ink aria-[current=page]:text-accent"
      >
        <Icon size={20} aria-hidden="true" />
        {label}
      </Link>
    </li>
  );
}
