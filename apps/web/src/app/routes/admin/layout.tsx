import { Link } from '@tanstack/react-router';
import type { UserId } from '@tributary/contracts/shared';
import {
  ArrowLeft,
  BadgeCheck,
  Coins,
  FileText,
  Flag,
  Gauge,
  HeartPulse,
  Inbox,
  type LucideIcon,
  MailX,
  RadioTower,
  ScrollText,
  Settings,
  Smile,
  Timer,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { QueueCount, SecondFactorGate } from '@/features/admin/index.ts';
import { IdentityConfirmation } from '@/features/identity/index.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { useInstanceName, useSendsMail } from '@/lib/instance.ts';
import { Mark } from '@/ui/brand/mark.tsx';
import { Button } from '@/ui/button.tsx';
import { ThemeMenu } from '../../shell/menus/buttons.tsx';
import { PaletteButton } from '../../shell/palette/palette-button.tsx';
import { scrollIntoView } from '../layouts.tsx';

const PAGES: readonly {
  to:
    | '/dashboard/admin'
    | '/dashboard/admin/users'
    | '/dashboard/admin/streams'
    | '/dashboard/admin/reports'
    | '/dashboard/admin/verification'
    | '/dashboard/admin/emotes'
    | '/dashboard/admin/messages'
    | '/dashboard/admin/outbox'
    | '/dashboard/admin/money'
    | '/dashboard/admin/pages'
    | '/dashboard/admin/performance'
    | '/dashboard/admin/health'
    | '/dashboard/admin/audit'
    | '/dashboard/admin/settings';
  label: string;
  icon: LucideIcon;
  exact: boolean;
  /** The queue whose count follows the label. */
  queue?: 'verification' | 'messages' | 'reports' | 'emotes';
  /** Only where no mail server is set up. */
  withoutMail?: boolean;
}[] = [
  { to: '/dashboard/admin', label: 'Overview', icon: Gauge, exact: true },
  { to: '/dashboard/admin/users', label: 'Users', icon: Users, exact: false },
  { to: '/dashboard/admin/streams', label: 'Streams', icon: RadioTower, exact: false },
  { to: '/dashboard/admin/reports', label: 'Reports', icon: Flag, exact: false, queue: 'reports' },
  {
    to: '/dashboard/admin/verification',
    label: 'Verification',
    icon: BadgeCheck,
    exact: false,
    queue: 'verification',
  },
  { to: '/dashboard/admin/emotes', label: 'Emotes', icon: Smile, exact: false, queue: 'emotes' },
  { to: '/dashboard/admin/messages', label: 'Messages', icon: Inbox, exact: false, queue: 'messages' },
  { to: '/dashboard/admin/outbox', label: 'Outbox', icon: MailX, exact: false, withoutMail: true },
  { to: '/dashboard/admin/money', label: 'Money', icon: Coins, exact: false },
  { to: '/dashboard/admin/pages', label: 'Pages', icon: FileText, exact: false },
  { to: '/dashboard/admin/performance', label: 'Performance', icon: Timer, exact: false },
  { to: '/dashboard/admin/health', label: 'Health', icon: HeartPulse, exact: false },
  { to: '/dashboard/admin/audit', label: 'Audit log', icon: ScrollText, exact: false },
  { to: '/dashboard/admin/settings', label: 'Settings', icon: Settings, exact: false },
];

const look =
  'flex h-10 items-center gap-3 whitespace-nowrap rounded-control px-3 font-medium text-muted text-sm no-underline hover:bg-surface-2 hover:text-ink aria-[current=page]:bg-surface-2 aria-[current=page]:text-ink';

/** A link in a table's cell, high enough for fingers. */
export const TABLE_LINK = 'inline-block py-0.5 text-ink no-underline hover:underline';

/** Links to the page about an account. */
export const userLink = (id: UserId, children: ReactNode) => (
  <Link to="/dashboard/admin/users/$id" params={{ id }} className={TABLE_LINK}>
    {children}
  </Link>
);

interface AdminLayoutProps {
  title: string;
  /** Links to the sibling pages. */
  nav?: ReactNode;
  children: ReactNode;
}

/** Admin pages have a layout of their own instead of header and footer (spec section 2). */
export function AdminLayout({ title, nav, children }: AdminLayoutProps) {
  useDocumentTitle(title === 'Overview' ? 'Admin dashboard' : `${title} · Admin dashboard`);
  const name = useInstanceName();
  const keepsMail = useSendsMail() === false;
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <div className="flex shrink-0 flex-col gap-3 bg-surface-1 p-3 lg:sticky lg:top-0 lg:h-dvh lg:w-60">
        <div className="flex items-center gap-2 px-2 py-1">
          <Mark className="size-6 shrink-0 text-accent" />
          <bdi className="min-w-0 flex-1 truncate font-display font-semibold">{name}</bdi>
          <PaletteButton />
          <ThemeMenu />
        </div>
        <nav aria-label="Admin dashboard" className="relative flex gap-1 overflow-x-auto lg:flex-col">
          {PAGES.filter(({ withoutMail = false }) => keepsMail || !withoutMail).map(
            ({ to, label, icon: Icon, exact, queue }) => (
              <Link
                key={to}
                to={to}
                activeOptions={{ exact }}
                className={look}
                activeProps={{ ref: scrollIntoView }}
              >
                <Icon size={18} aria-hidden="true" />
                {label}
                {queue && <QueueCount queue={queue} />}
              </Link>
            ),
          )}
          <Link to="/" className={look}>
            <ArrowLeft size={18} aria-hidden="true" />
            Leave
          </Link>
        </nav>
      </div>
      <div className="mx-auto flex w-full min-w-0 max-w-[80rem] flex-1 flex-col gap-8 px-4 pt-8 pb-24 sm:px-8">
        {nav}
        <h1 className="text-xl">{title}</h1>
        <SecondFactorGate
          securityLink={
            <Button asChild>
              <Link to="/profile/security">Set up two-factor authentication</Link>
            </Button>
          }
        >
          {children}
        </SecondFactorGate>
        <IdentityConfirmation />
      </div>
    </div>
  );
}
