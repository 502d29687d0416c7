import type { ChatPower } from '@tributary/contracts/chat';
import { CommandHelp } from './command-help.tsx';

/** What became of a command. */
export type Outcome =
  | { readonly kind: 'help' }
  | { readonly kind: 'problem' | 'done'; readonly text: string };

interface CommandOutcomeProps {
  outcome: Outcome | null;
  powers: readonly ChatPower[];
}

/** Below the message box, where a toast would lie on it. */
export function CommandOutcome({ outcome, powers }: CommandOutcomeProps) {
  return (
    <>
      {outcome?.kind === 'help' && <CommandHelp powers={powers} />}
      {outcome?.kind === 'problem' && (
        <p role="alert" className="text-live text-xs">
          {outcome.text}
        </p>
      )}
      <p role="status" className="text-muted text-xs empty:hidden">
        {outcome?.kind === 'done' && outcome.text}
      </p>
    </>
  );
}
