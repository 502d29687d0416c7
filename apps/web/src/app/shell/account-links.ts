import { Bookmark, Clock, CreditCard, Heart, type LucideIcon, SlidersHorizontal } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';

interface AccountLink {
  to:
    | '/dashboard/viewer/following'
    | '/dashboard/viewer/saved'
    | '/dashboard/viewer/history'
    | '/subscription-management'
    | '/dashboard/viewer/preferences';
  label: string;
  icon: LucideIcon;
}

/** The pages of a signed-in viewer, in order, with which the account menu and the phone's menu begin. */
export const ACCOUNT_LINKS: readonly AccountLink[] = [
  { to: '/dashboard/viewer/following', label: t('shell.link.following'), icon: Heart },
  { to: '/dashboard/viewer/saved', label: t('shell.link.saved'), icon: Bookmark },
  { to: '/dashboard/viewer/history', label: t('shell.link.history'), icon: Clock },
  { to: '/subscription-management', label: t('shell.link.subscriptions'), icon: CreditCard },
  { to: '/dashboard/viewer/preferences', label: t('shell.link.preferences'), icon: SlidersHorizontal },
];
