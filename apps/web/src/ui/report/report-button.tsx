import { Link } from '@tanstack/react-router';
import type { ReportTarget } from '@tributary/contracts/moderation';
import { Flag } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { useSession } from '@/lib/session.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import type { ReportMoment } from './report-moment.ts';

const ReportForm = lazy(() => import('./report-form.tsx'));

interface ReportProps {
  target: ReportTarget;
  /** The reported content, after “Report”: `this stream`. */
  what: string;
}

interface ReportDialogProps extends ReportProps {
  moment?: ReportMoment | undefined;
  open: boolean;
  onClose: () => void;
}

const rulesLink = (words: ReactNode) => (
  <Link to="/rules" target="_blank" className="inline-block py-0.5 text-accent">
    {words}
  </Link>
);

/** Asks for the reason, and sends the report. Visitors are asked to sign in. */
export function ReportDialog({ target, what, moment, open, onClose }: ReportDialogProps) {
  const isSignedIn = useSession().state === 'signed-in';
  return (
    <Dialog
      title={t('ui.report.what', { what })}
      description={
        isSignedIn ? (
          <Text k="ui.report.explanation" values={{ rules: rulesLink }} />
        ) : (
          t('ui.report.signInFirst')
        )
      }
      open={open}
      onOpenChange={(next) => !next && onClose()}
    >
      {isSignedIn ? (
        <Suspense fallback={null}>
          <ReportForm target={target} moment={moment} onClose={onClose} />
        </Suspense>
      ) : (
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button asChild>
            <Link to="/login" search={{ from: location.pathname + location.search }}>
              {t('ui.signIn')}
            </Link>
          </Button>
        </div>
      )}
    </Dialog>
  );
}

interface ReportButtonProps extends ReportProps {
  size?: 'sm' | 'md';
  /** Whether only the icon is shown. */
  compact?: boolean;
  /** The position in the recording in milliseconds; null: live, or nothing is played. */
  position?: (() => number | null) | undefined;
}

export function ReportButton({ target, what, size = 'md', compact = false, position }: ReportButtonProps) {
  const [moment, setMoment] = useState<ReportMoment>();
  const name = t('ui.report.what', { what });
  const look = compact
    ? ({ size: 'icon-sm', variant: 'quiet' } as const)
    : ({ size, variant: 'secondary' } as const);
  return (
    <>
      <Button
        {...look}
        onClick={() => setMoment({ positionMs: position?.() ?? null, openedAtMs: performance.now() })}
        {...(compact && { 'aria-label': name, title: name })}
      >
        <Flag size={16} aria-hidden="true" />
        {!compact && (
          <>
            <span className={size === 'md' ? 'max-sm:sr-only' : undefined}>{t('ui.report.report')}</span>
            <span className="sr-only"> {what}</span>
          </>
        )}
      </Button>
      <ReportDialog
        target={target}
        what={what}
        moment={moment}
        open={moment !== undefined}
        onClose={() => setMoment(undefined)}
      />
    </>
  );
}
