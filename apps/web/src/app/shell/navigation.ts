import { useRouterState } from '@tanstack/react-router';
import {
  CircleHelp,
  Clapperboard,
  Compass,
  FileText,
  Gavel,
  HandHeart,
  House,
  Info,
  type LucideIcon,
  Mail,
  RadioTower,
  ScrollText,
  ShieldCheck,
} from 'lucide-react';

/** The query of a link to a sign-in page, which brings the user back here afterwards. */
export function useReturnSearch(): { from?: string } {
  const { href, pathname, search } = useRouterState({ select: (state) => state.location });
  if (pathname === '/login' || pathname === '/register') return search.from ? { from: search.from } : {};
  return pathname === '/' ? {} : { from: href };
}

interface NavigationItem {
  to:
    | '/'
    | '/discover'
    | '/pro-studio'
    | '/start-streaming'
    | '/faq'
    | '/about'
    | '/rules'
    | '/moderation-log'
    | '/contact'
    | '/donations'
    | '/privacy'
    | '/terms';
  label: string;
  icon: LucideIcon;
}

/** The main pages, in order, as header, sidebar, side menu, footer and palette list them. */
export const PAGES: readonly NavigationItem[] = [
  { to: '/', label: 'Home', icon: House },
  { to: '/discover', label: 'Discover', icon: Compass },
  { to: '/pro-studio', label: 'Pro Studio', icon: Clapperboard },
  { to: '/start-streaming', label: 'Start Streaming', icon: RadioTower },
];

/** Further pages in the small-screen menu (spec section 2). */
export const INFORMATION: readonly NavigationItem[] = [
  { to: '/faq', label: 'FAQ', icon: CircleHelp },
  { to: '/about', label: 'About', icon: Info },
  { to: '/rules', label: 'Rules', icon: Gavel },
  { to: '/moderation-log', label: 'Moderation log', icon: ScrollText },
  { to: '/contact', label: 'Contact', icon: Mail },
  { to: '/donations', label: 'Donations', icon: HandHeart },
  { to: '/privacy', label: 'Privacy', icon: ShieldCheck },
  { to: '/terms', label: 'Terms', icon: FileText },
];
