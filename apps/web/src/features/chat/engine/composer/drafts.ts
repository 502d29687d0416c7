/** Unsent texts, kept in this tab across pages and reloads. */

const keyOf = (streamId: string) => `chat-draft ${streamId}`;
const MAX_LENGTH = 500;

export function readDraft(streamId: string): string {
  try {
    return sessionStorage.getItem(keyOf(streamId))?.slice(0, MAX_LENGTH) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(streamId: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(streamId));
    else sessionStorage.setItem(keyOf(streamId), text);
  } catch {
    // Storage is blocked: the draft lasts as long as the page.
  }
}
