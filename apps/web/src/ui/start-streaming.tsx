import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from './button.tsx';

/** The link to /start-streaming, which every visitor sees. Users without a channel get one there. */
export function StartStreaming({
  children = t('ui.startStreaming'),
  ...look
}: ComponentProps<typeof Button>) {
  return (
    <Button asChild {...look}>
      <Link to="/start-streaming">{children}</Link>
    </Button>
  );
}
