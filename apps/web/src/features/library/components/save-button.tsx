import type { StreamId } from '@tributary/contracts/shared';
import { Bookmark } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { useIntent } from '@/lib/use-intent.ts';
import { Button } from '@/ui/button.tsx';
import { useSave, useSaved } from '../api/saved.ts';

interface SaveButtonProps {
  id: StreamId;
  /** Sends a visitor who presses it to sign in; the stream is saved when they return. */
  onSignedOut: (action: string) => void;
}

/** Saves or removes a stream. */
export function SaveButton({ id, onSignedOut }: SaveButtonProps) {
  const signedIn = useSession().state === 'signed-in';
  const saved = useSaved(id);
  const save = useSave(id);
  const remember = useIntent(`save ${id}`, () => save.mutate(true));
  return (
    <Button
      variant="secondary"
      title={saved ? t('library.save.remove') : undefined}
      onClick={() => {
        if (signedIn) return save.mutate(!saved);
        remember();
        onSignedOut(t('library.signIn'));
      }}
    >
      <Bookmark size={17} aria-hidden="true" className={saved ? 'fill-accent text-accent' : ''} />
      <span className="max-sm:sr-only">{saved ? t('library.save.saved') : t('library.save.save')}</span>
    </Button>
  );
}
