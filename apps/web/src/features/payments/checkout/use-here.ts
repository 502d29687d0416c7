import { useLocation } from '@tanstack/react-router';

/** What links to a checkout add to its address: the page to return to. */
export const useHere = (): { from: string } => ({ from: useLocation({ select: ({ href }) => href }) });
