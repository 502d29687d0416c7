import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';

/** The search parameters of links to a checkout: the page to return to. */
export const useHere = (): { from: string } => ({ from: useLocation({ select: ({ href }) => href }) });

const isStreamPath = (path: string): boolean => /^\/(?:s|stream)\//.test(path);

/** The label of the button that leads back to a page after a payment. */
export function backTo(path: string): string {
  if (isStreamPath(path)) return t('payments.back.stream');
  if (path.startsWith('/events/')) return t('payments.back.event');
  if (path.startsWith('/streamer/')) return t('payments.back.channel');
  return t('payments.back.page');
}

interface NextStepProps {
  /** The page that the person came from. */
  from?: string | undefined;
  /** The stream that the payer can watch now. */
  playing?: { username: string; slug: string } | null | undefined;
  /** The action without a page to return to. */
  fallback: ReactNode;
}

/** The main action after a payment: to the stream that plays now, or else to the page that the payer came from. */
export function NextStep({ from, playing, fallback }: NextStepProps) {
  if (playing) {
    return (
      <Button asChild>
        {/* The page of the stream keeps the place that was watched. */}
        {from !== undefined && isStreamPath(from) ? (
          <Link to={from}>{t('payments.back.watch')}</Link>
        ) : (
          <Link to="/s/$username/$slug" params={playing}>
            {t('payments.back.watch')}
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
