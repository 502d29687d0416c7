import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';
import { backTo, isStreamPath } from './return-path.ts';

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
