import type { StreamId } from '@tributary/contracts';
import { Bookmark } from 'lucide-react';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { useSave, useSaved } from '../api/saved.ts';

interface SaveButtonProps {
  id: StreamId;
  /** Called when a visitor presses it. */
  onSignedOut: () => void;
}

/** Saves or removes a stream. */
export function SaveButton({ id, onSignedOut }: SaveButtonProps) {
  const signedIn = useSession().state === 'signed-in';
  const saved = useSaved(id);
  const save = useSave(id);
  return (
    <Button
      variant="secondary"
      title={saved ? 'Remove from saved' : undefined}
      onClick={() => (signedIn ? save.mutate(!saved) : onSignedOut())}
    >
      <Bookmark size={17} aria-hidden="true" className={saved ? 'fill-accent text-accent' : ''} />
      {saved ? 'Saved' : 'Save'}
    </Button>
  );
}
