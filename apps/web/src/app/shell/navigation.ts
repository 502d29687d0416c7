import { House, type LucideIcon, RadioTower } from 'lucide-react';
import type { Session } from '@/lib/session.ts';

export interface NavigationItem {
  to: '/' | '/start-streaming';
  label: string;
  icon: LucideIcon;
  /** Who sees it; everybody where it is left out. */
  visible?: (session: Session) => boolean;
}

/** Spec section 2: for signed-out users and for those whose primary role is streamer. */
export function offersStartStreaming({ state, user }: Session): boolean {
  return user ? user.primaryRole === 'streamer' : state !== 'loading';
}

/** The places one can go, in order: the header, the side menu and the footer all draw from here. */
export const NAVIGATION: readonly NavigationItem[] = [
  { to: '/', label: 'Home', icon: House },
  { to: '/start-streaming', label: 'Start Streaming', icon: RadioTower, visible: offersStartStreaming },
];

export function navigationFor(session: Session): NavigationItem[] {
  return NAVIGATION.filter((item) => item.visible?.(session) ?? true);
}
