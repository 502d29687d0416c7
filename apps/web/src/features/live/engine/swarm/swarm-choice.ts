/** Whether this viewer exchanges streams with other viewers, remembered in this browser for all streams. */
import { connection, savesData } from '../quality/data-saving.ts';

const KEY = 'peer-to-peer';

/** Null: not asked yet. */
export type SwarmChoice = 'join' | 'decline' | null;

export function swarmChoice(): SwarmChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'join' || stored === 'decline' ? stored : null;
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
