import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

/** The way to /start-streaming, which is offered to everybody: whoever has no channel yet gets one there. */
export function StartStreaming({ children = 'Start Streaming', ...look }: ComponentProps<typeof Button>) {
  return (
    <Button asChild {...look}>
      <Link to="/start-streaming">{children}</Link>
    </Button>
  );
}
