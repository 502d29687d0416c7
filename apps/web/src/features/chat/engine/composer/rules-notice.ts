/** Whether the user of this browser has written in a chat, and so has seen where the rules are. */

const KEY = 'chatted';
let chatted = false;

export function hasChatted(): boolean {
  try {
    return chatted || localStorage.getItem(KEY) !== null;
  } catch {
    return chatted;
  }
}

export function rememberChatted(): void {
  chatted = true;
  try {
    localStorage.setItem(KEY, 'yes');
  } catch {
    // Storage is blocked: the notice returns with the next page load.
  }
}
