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
import { t } from '@/lib/messages/t.ts';

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
  { to: '/', label: t('shell.page.home'), icon: House },
  { to: '/discover', label: t('shell.page.discover'), icon: Compass },
  { to: '/pro-studio', label: t('shell.page.proStudio'), icon: Clapperboard },
  { to: '/start-streaming', label: t('ui.startStreaming'), icon: RadioTower },
];

/** Further pages in the small-screen menu (spec section 2). */
export const INFORMATION: readonly NavigationItem[] = [
  { to: '/faq', label: t('shell.page.faq'), icon: CircleHelp },
  { to: '/about', label: t('shell.page.about'), icon: Info },
  { to: '/rules', label: t('shell.page.rules'), icon: Gavel },
  { to: '/moderation-log', label: t('shell.page.moderationLog'), icon: ScrollText },
  { to: '/contact', label: t('shell.page.contact'), icon: Mail },
  { to: '/donations', label: t('shell.page.donations'), icon: HandHeart },
  { to: '/privacy', label: t('shell.page.privacy'), icon: ShieldCheck },
  { to: '/terms', label: t('shell.page.terms'), icon: FileText },
];
