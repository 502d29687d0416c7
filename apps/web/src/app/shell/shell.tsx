import { Outlet, useRouterState } from '@tanstack/react-router';
import { useRef } from 'react';
import { Announcement } from './announcement.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar.tsx';
import { useFocusOnRoute } from './use-focus-on-route.ts';

/** Everything around a page; admin pages bring their own frame (spec section 2), and embedded ones have none. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  useFocusOnRoute(main);
  const bare = useRouterState({
    select: ({ location }) => /^\/(?:dashboard\/admin|embed)(?:\/|$)/.test(location.pathname),
  });
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-accent px-4 py-2 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      {!bare && <Header />}
      <div className="flex flex-1">
        {!bare && <Sidebar />}
        <div className="flex min-w-0 flex-1 flex-col">
          {!bare && <Announcement />}
          {/* The footer begins below the fold: what is still loading must not push it out of view. */}
          <main
            ref={main}
            id="main"
            tabIndex={-1}
            className="min-h-[calc(100dvh-var(--header-height))] flex-1 outline-none"
          >
            <Outlet />
          </main>
          {!bare && <Footer />}
        </div>
      </div>
    </div>
  );
}
