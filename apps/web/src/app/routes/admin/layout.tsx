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
import { NotificationBell } from '@/features/notifications/index.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { useInstanceName, useSendsMail } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Logo } from '@/ui/brand/logo.tsx';
import { Button } from '@/ui/button.tsx';
import { ThemeMenu, UserMenu } from '../../shell/menus/buttons.tsx';
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
  { to: '/dashboard/admin', label: t('dashboards.overview'), icon: Gauge, exact: true },
  { to: '/dashboard/admin/users', label: t('admin.page.users'), icon: Users, exact: false },
  { to: '/dashboard/admin/streams', label: t('admin.page.streams'), icon: RadioTower, exact: false },
  {
    to: '/dashboard/admin/reports',
    label: t('admin.page.reports'),
    icon: Flag,
    exact: false,
    queue: 'reports',
  },
  {
    to: '/dashboard/admin/verification',
    label: t('admin.page.verification'),
    icon: BadgeCheck,
    exact: false,
    queue: 'verification',
  },
  {
    to: '/dashboard/admin/emotes',
    label: t('admin.page.emotes'),
    icon: Smile,
    exact: false,
    queue: 'emotes',
  },
  {
    to: '/dashboard/admin/messages',
    label: t('pages.messages'),
    icon: Inbox,
    exact: false,
    queue: 'messages',
  },
  {
    to: '/dashboard/admin/outbox',
    label: t('admin.page.outbox'),
    icon: MailX,
    exact: false,
    withoutMail: true,
  },
  { to: '/dashboard/admin/money', label: t('admin.page.money'), icon: Coins, exact: false },
  { to: '/dashboard/admin/pages', label: t('metrics.pages'), icon: FileText, exact: false },
  { to: '/dashboard/admin/performance', label: t('admin.page.performance'), icon: Timer, exact: false },
  { to: '/dashboard/admin/health', label: t('admin.page.health'), icon: HeartPulse, exact: false },
  { to: '/dashboard/admin/audit', label: t('admin.page.audit'), icon: ScrollText, exact: false },
  { to: '/dashboard/admin/settings', label: t('admin.page.settings'), icon: Settings, exact: false },
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
  useDocumentTitle(
    title === t('dashboards.overview') ? t('admin.dashboard') : t('admin.documentTitle', { page: title }),
  );
  const name = useInstanceName();
  const keepsMail = useSendsMail() === false;
  const { user } = useSession();
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <div className="flex shrink-0 flex-col gap-3 bg-surface-1 p-3 lg:sticky lg:top-0 lg:h-dvh lg:w-60">
        <div className="flex items-center gap-x-2 px-2 py-1 lg:flex-wrap">
          <Logo className="size-6 shrink-0" />
          <bdi className="min-w-0 flex-1 truncate font-display font-semibold">{name}</bdi>
          <div className="flex items-center gap-1 lg:-ms-2 lg:basis-full lg:pt-2">
            <PaletteButton />
            <ThemeMenu className="max-sm:hidden" />
            {user && (
              <>
                <NotificationBell userId={user.id} />
                <UserMenu user={user} />
              </>
            )}
          </div>
        </div>
        <nav aria-label={t('admin.dashboard')} className="relative flex gap-1 overflow-x-auto lg:flex-col">
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
            <ArrowLeft size={18} aria-hidden="true" className="rtl:-scale-x-100" />
            {t('admin.leave')}
          </Link>
        </nav>
      </div>
      <div className="mx-auto flex w-full min-w-0 max-w-[80rem] flex-1 flex-col gap-8 px-4 pt-8 pb-24 sm:px-8">
        {nav}
        <h1 className="text-xl">{title}</h1>
        <SecondFactorGate
          securityLink={
            <Button asChild>
              <Link to="/profile/security">{t('admin.setUpSecondFactor')}</Link>
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
