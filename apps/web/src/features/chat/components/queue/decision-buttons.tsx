import { Button } from '@/ui/button.tsx';

interface DecisionButtonsProps {
  busy: boolean;
  /** What is decided about: `the message of Ada`. */
  subject: string;
  onRefuse: () => void;
  /** What the other button says, and what it says to screen readers. */
  grant: string;
  grantName: string;
  onGrant: () => void;
}

/** A moderator’s answer to what waits: no or yes. */
export function DecisionButtons({
  busy,
  subject,
  onRefuse,
  grant,
  grantName,
  onGrant,
}: DecisionButtonsProps) {
  return (
    <div className="ms-auto flex gap-2">
      <Button size="sm" variant="quiet" busy={busy} aria-label={`Refuse ${subject}`} onClick={onRefuse}>
        Refuse
      </Button>
      <Button size="sm" variant="secondary" busy={busy} aria-label={grantName} onClick={onGrant}>
        {grant}
      </Button>
    </div>
  );
}
