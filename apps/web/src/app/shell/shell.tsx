import { Outlet, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { useScript } from '@/lib/browser/use-script.ts';
import { t } from '@/lib/messages/t.ts';
import { SignInFirstProvider } from '../sign-in-first.tsx';
import { Announcement } from './announcement.tsx';
import { Header } from './header.tsx';
import { MiniPlayerSlot } from './mini-player-slot.tsx';
import { Sidebar, useSidebarPlace } from './sidebar/sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { Warnings } from './warnings.tsx';

const loadFooter = () => import('./footer.tsx');

/** Everything around a page. Admin pages have a layout of their own (spec section 2), and embedded ones, overlays and chat windows none. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  useFocusOnRoute(main);
  // By the page on screen: while a guard redirects, the address is already that of the next one.
  const frame = useRouterState({
    select: ({ matches, location }) => frameOf(matches.at(-1)?.pathname ?? location.pathname),
  });
  const bare = frame !== 'full';
  // A stream's page needs the height for its chat, whose message box is at the bottom of the screen.
  const Footer = useScript(loadFooter, !bare, () => {});
  const hasTabs = useSidebarPlace() === 'pages' && !bare;
  return (
    <SignInFirstProvider>
      <div className="flex min-h-dvh flex-col">
        <a
          href="#main"
          className="sr-only z-50 rounded-control bg-accent px-4 py-2 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
        >
          {t('shell.skip')}
        </a>
        {!bare && <Header />}
        {/* A new element under a new header: the old one would be pushed down. */}
        <div key={bare ? 'bare' : 'framed'} className="flex flex-1">
          {!bare && <Sidebar />}
          <div className="flex min-w-0 flex-1 flex-col">
            {frame !== 'none' && <Warnings />}
            {!bare && <Announcement />}
            {/* Keeps the footer below the fold, so that it can load later, and content doesn't push it out of view. */}
            <main
              ref={main}
              id="main"
              tabIndex={-1}
              className="min-h-[calc(100dvh-var(--header-height))] flex-1 outline-none"
            >
              <Outlet />
            </main>
            {!bare && Footer && <Footer />}
          </div>
        </div>
        <MiniPlayerSlot />
        {hasTabs && <TabBar />}
      </div>
    </SignInFirstProvider>
  );
}

function frameOf(path: string): 'full' | 'own' | 'none' {
  if (/^\/(?:embed|overlay|chat|pro-studio\/activity)(?:\/|$)/.test(path)) return 'none';
  return /^\/dashboard\/admin(?:\/|$)/.test(path) ? 'own' : 'full';
}

/** Moves the focus to the start of each new page, for keyboards and screen readers. */
export function useFocusOnRoute(target: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    const first = last.current === undefined;
    const moved = path !== last.current;
    last.current = path;
    const { activeElement } = document;
    // Leave the focus where the page itself, or a dialog opened in the meantime, has put it.
    const taken =
      target.current?.contains(activeElement) || activeElement?.closest('[role=dialog][data-state=open]');
    if (!first && moved && !taken) target.current?.focus({ preventScroll: true });
  }, [path, target]);
}
