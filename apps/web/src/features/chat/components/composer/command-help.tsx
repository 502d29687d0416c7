import type { ChatPower } from '@tributary/contracts/chat';
import { commandsFor } from '../../engine/composer/commands.ts';

/** The commands that somebody may use. */
export function CommandHelp({ powers }: { powers: readonly ChatPower[] }) {
  return (
    <dl aria-label="Commands" className="text-xs">
      {commandsFor(powers).map(({ name, usage, help }) => (
        <div key={name} className="py-0.5">
          <dt className="inline font-semibold text-ink">{usage}</dt>
          <dd className="ms-1.5 inline text-muted">{help}</dd>
        </div>
      ))}
    </dl>
  );
}
