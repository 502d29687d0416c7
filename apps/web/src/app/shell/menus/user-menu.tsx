import { Link } from '@tanstack/react-router';
import type { Role } from '@tributary/contracts/shared';
import { Gauge, LayoutDashboard, LogOut, Tv, UserRound } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Badge } from '@/ui/badge.tsx';
import {
  DropdownMenuItem,
  DropdownMenuSeparator,
  OnDemandMenuContent,
} from '@/ui/overlays/dropdown-menu.tsx';
import type { OnDemand } from '@/ui/overlays/menu-on-demand.tsx';
import { ACCOUNT_LINKS } from '../account-links.ts';
import { useSignOut } from '../use-sign-out.ts';

const ROLE_LABELS: Record<Role, string> = {
  admin: t('shell.role.admin'),
  streamer: t('shell.role.streamer'),
  viewer: t('shell.role.viewer'),
};

export default function UserChoices({ opening }: OnDemand) {
  const { user } = useSession();
  const signOut = useSignOut();
  if (!user) return null;
  return (
    <OnDemandMenuContent opening={opening} className="w-64">
      <div className="flex flex-col gap-1 px-2.5 py-2">
        <div className="flex items-center gap-2">
          <span dir="auto" className="truncate font-semibold">
            {user.username}
          </span>
          <Badge tone={user.primaryRole === 'viewer' ? 'neutral' : 'accent'}>
            {ROLE_LABELS[user.primaryRole]}
          </Badge>
        </div>
        <span className="truncate text-muted text-sm">{user.email}</span>
      </div>
      <DropdownMenuSeparator />
      {user.roles.includes('streamer') && (
        <DropdownMenuItem asChild>
          <Link to="/streamer/$username" params={{ username: user.username }}>
            <Tv size={16} aria-hidden="true" />
            {t('shell.myChannel')}
          </Link>
        </DropdownMenuItem>
      )}
      {ACCOUNT_LINKS.map(({ to, label, icon: Icon }) => (
        <DropdownMenuItem key={to} asChild>
          <Link to={to}>
            <Icon size={16} aria-hidden="true" />
            {label}
          </Link>
        </DropdownMenuItem>
      ))}
      <DropdownMenuSeparator />
      {user.roles.includes('admin') && (
        <DropdownMenuItem asChild>
          <Link to="/dashboard/admin">
            <Gauge size={16} aria-hidden="true" />
            {t('shell.adminDashboard')}
          </Link>
        </DropdownMenuItem>
      )}
      {user.roles.includes('streamer') && (
        <DropdownMenuItem asChild>
          <Link to="/dashboard/streamer">
            <LayoutDashboard size={16} aria-hidden="true" />
            {t('shell.creatorDashboard')}
          </Link>
        </DropdownMenuItem>
      )}
      <DropdownMenuItem asChild>
        <Link to="/profile">
          <UserRound size={16} aria-hidden="true" />
          {t('shell.myProfile')}
        </Link>
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={signOut}>
        <LogOut size={16} aria-hidden="true" />
        {t('shell.logOut')}
      </DropdownMenuItem>
    </OnDemandMenuContent>
  );
}
