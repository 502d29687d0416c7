import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';

/** What links to a checkout add to its address: the page to return to. */
export const useHere = (): { from: string } => ({ from: useLocation({ select: ({ href }) => href }) });

const isStreamPath = (path: string): boolean => /^\/(?:s|stream)\//.test(path);

/** Names the page that a payment returns to. */
export function backTo(path: string): string {
  if (isStreamPath(path)) return 'Back to the stream';
  if (path.startsWith('/events/')) return 'Back to the event';
  if (path.startsWith('/streamer/')) return 'Back to the channel';
  return 'Go back';
}

interface NextStepProps {
  /** The page that the person came from. */
  from?: string | undefined;
  /** The stream that plays for those who have paid. */
  playing?: { username: string; slug: string } | null | undefined;
  /** Without a page to return to. */
  fallback: ReactNode;
}

/** The main action after a payment: what plays now, and else the page that the person came from. */
export function NextStep({ from, playing, fallback }: NextStepProps) {
  if (playing) {
    return (
      <Button asChild>
        {/* The page of the stream keeps the place that was watched. */}
        {from !== undefined && isStreamPath(from) ? (
          <Link to={from}>Watch now</Link>
        ) : (
          <Link to="/s/$username/$slug" params={playing}>
            Watch now
          </Link>
        )}
      </Button>
    );
  }
  if (from === undefined) return fallback;
  return (
    <Button asChild>
      <Link to={from}>{backTo(from)}</Link>
    </Button>
  );
}
