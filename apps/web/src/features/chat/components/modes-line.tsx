import type { ChatModes } from '@tributary/contracts/chat';
import { modeWords } from '../engine/room/mode-words.ts';

interface ModesLineProps {
  modes: ChatModes;
  /** Moderators write as they like. */
  isExempt: boolean;
}

/** The modes that are on, above the message box. */
export function ModesLine({ modes, isExempt }: ModesLineProps) {
  const words = modeWords(modes);
  return (
    <p role="status" className="px-4 pt-2 text-muted text-xs empty:hidden">
      {words.length > 0 && `${words.join(' · ')}${isExempt ? ' · Not for you' : ''}`}
    </p>
  );
}
