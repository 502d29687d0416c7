import type { StreamSettings } from '@tributary/contracts';

export type NextStep = 'go-live' | 'mend-signal' | 'add-tags' | 'follow-signal' | 'go-live-again';

export interface Situation {
  readonly live: boolean;
  readonly warnings: number;
  /** Whether there has ever been a stream. */
  readonly streamed: boolean;
  readonly settings: StreamSettings | undefined;
}

/** The one thing that would help a channel most now. */
export function nextStep({ live, warnings, streamed, settings }: Situation): NextStep {
  if (live && warnings > 0) return 'mend-signal';
  if (!streamed) return 'go-live';
  if (settings?.tags.length === 0) return 'add-tags';
  return live ? 'follow-signal' : 'go-live-again';
}
