import { Bookmark, Clock, CreditCard, Heart, type LucideIcon, SlidersHorizontal } from 'lucide-react';

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
  { to: '/dashboard/viewer/following', label: 'Following', icon: Heart },
  { to: '/dashboard/viewer/saved', label: 'Saved', icon: Bookmark },
  { to: '/dashboard/viewer/history', label: 'History', icon: Clock },
  { to: '/subscription-management', label: 'Subscriptions', icon: CreditCard },
  { to: '/dashboard/viewer/preferences', label: 'Preferences', icon: SlidersHorizontal },
];
