import type { ChatPower } from '@tributary/contracts/chat';
import { t } from '@/lib/messages/t.ts';
import { commandsFor } from '../../engine/composer/commands.ts';

/** The outcome of a command. */
export type Outcome =
  | { readonly kind: 'help' }
  | { readonly kind: 'problem' | 'done'; readonly text: string };

interface CommandOutcomeProps {
  outcome: Outcome | null;
  powers: readonly ChatPower[];
}

/** The outcome below the message box, which a toast would cover. */
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

/** The commands that a person may use. */
function CommandHelp({ powers }: { powers: readonly ChatPower[] }) {
  return (
    <dl aria-label={t('chat.command.commands')} className="text-xs">
      {commandsFor(powers).map(({ name, usage, help }) => (
        <div key={name} className="py-0.5">
          {/* A command is typed from left to right in every language. */}
          <dt dir="ltr" className="inline font-semibold text-ink">
            {usage}
          </dt>
          <dd className="ms-1.5 inline text-muted">{help}</dd>
        </div>
      ))}
    </dl>
  );
}
