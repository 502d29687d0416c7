import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';

interface DecisionButtonsProps {
  busy: boolean;
  /** The name of the refusing button for screen readers. */
  refuseName: string;
  onRefuse: () => void;
  /** The label of the granting button, and its name for screen readers. */
  grant: string;
  grantName: string;
  onGrant: () => void;
}

/** The buttons with which a moderator refuses or grants an entry of the queue. */
export function DecisionButtons({
  busy,
  refuseName,
  onRefuse,
  grant,
  grantName,
  onGrant,
}: DecisionButtonsProps) {
  return (
    <div className="ms-auto flex gap-2">
      <Button size="sm" variant="quiet" busy={busy} aria-label={refuseName} onClick={onRefuse}>
        {t('chat.queue.refuse')}
      </Button>
      <Button size="sm" variant="secondary" busy={busy} aria-label={grantName} onClick={onGrant}>
        {grant}
      </Button>
    </div>
  );
}
