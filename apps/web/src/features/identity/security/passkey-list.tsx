import type { PasskeySummary } from '@tributary/contracts/identity';
import { Fingerprint, Trash2 } from 'lucide-react';
import { formatRelativeInSentence } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';

interface PasskeyListProps {
  passkeys: readonly PasskeySummary[];
  /** The id of the passkey that is being deleted. */
  busy?: string | null;
  onDelete: (passkey: PasskeySummary) => void;
}

export function PasskeyList({ passkeys, busy = null, onDelete }: PasskeyListProps) {
  return (
    <ul aria-label={t('identity.passkeys')} className="flex flex-col gap-1">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex items-center gap-3">
          <Fingerprint size={20} aria-hidden="true" className="shrink-0 text-muted" />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate font-medium">
              {passkey.name}
            </span>
            <span className="text-muted text-sm">
              {t('identity.passkeys.added', { when: formatRelativeInSentence(passkey.createdAt) })}
            </span>
          </span>
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('identity.passkeys.deleteName', { name: passkey.name })}
            busy={busy === passkey.id}
            onClick={() => onDelete(passkey)}
          >
            <Trash2 size={18} aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
