/**
 * Whether this viewer exchanges streams with other viewers. The choice of an account counts on all of its devices. Without
 * one, it is remembered in this browser.
 */
import { SHARING_CHOICES, type SharingChoice } from '@tributary/contracts/preferences';
import type { SwarmPolicy } from '@tributary/contracts/swarm';
import { connection, savesData } from '../quality/data-saving.ts';

const KEY = 'peer-to-peer';

/** Null: not asked yet. */
export type SwarmChoice = SharingChoice | null;

/** The way in which a stream is exchanged: through a relay, peers do not see each other's addresses. */
export type SwarmRoute = 'direct' | 'relay';

export interface SwarmTerms {
  readonly policy: Exclude<SwarmPolicy, 'off'>;
  /** Whether there is a TURN server. */
  readonly hasRelay: boolean;
}

/** The way in which this viewer exchanges a stream. Null: not at all, or only once they have been asked. */
export function swarmRoute({ policy, hasRelay }: SwarmTerms, choice: SwarmChoice): SwarmRoute | null {
  if (choice === 'decline' || (choice === null && policy === 'ask')) return null;
  if (policy !== 'relay' && choice !== 'relay') return 'direct';
  return hasRelay ? 'relay' : null;
}

export function swarmChoice(): SwarmChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return SHARING_CHOICES.find((choice) => choice === stored) ?? null;
  } catch {
    return null;
  }
}

export function rememberSwarmChoice(choice: Exclude<SwarmChoice, null>): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
}

const NOTICE_KEY = 'peer-to-peer-notice';

/** Whether this browser has not been told yet that streams are exchanged. */
export function isSwarmNoticeDue(): boolean {
  try {
    return localStorage.getItem(NOTICE_KEY) === null;
  } catch {
    return true;
  }
}

export function endSwarmNotice(): void {
  try {
    localStorage.setItem(NOTICE_KEY, 'seen');
  } catch {
    // Without storage, the notice is shown again on the next page.
  }
}

/** Whether each megabyte may cost the viewer money, or the browser is set to save them. */
export function isMetered(): boolean {
  return connection().type === 'cellular' || savesData();
}
