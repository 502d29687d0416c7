import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface StreamerLinkProps {
  username: string;
  /** The second way to the same place, for the pointer alone: keyboard and screen readers meet the name. */
  again?: boolean;
  /** On a picture, whose words keep their colour. */
  onPicture?: boolean;
  children: ReactNode;
}

/** To the streamer's own page; stands above the card's link, which covers the card. A name is cut at its own end. */
export function StreamerLink({ username, again = false, onPicture = false, children }: StreamerLinkProps) {
  return (
    <Link
      to="/streamer/$username"
      params={{ username }}
      {...(again && { tabIndex: -1, 'aria-hidden': true })}
      className={clsx(
        'relative z-10 text-inherit no-underline',
        // High enough for a finger, and no higher a line for it.
        again ? 'self-start rounded-full' : '-my-1 min-w-0 py-1',
        !again && (onPicture ? 'hover:underline' : 'hover:text-ink'),
      )}
    >
      {children}
    </Link>
  );
}
