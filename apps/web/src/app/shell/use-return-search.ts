import { useRouterState } from '@tanstack/react-router';

/** What a link to a sign-in page carries, so that one comes back to where one was. */
export function useReturnSearch(): { from?: string } {
  const { href, pathname, search } = useRouterState({ select: (state) => state.location });
  if (pathname === '/login' || pathname === '/register') return search.from ? { from: search.from } : {};
  return pathname === '/' ? {} : { from: href };
}
