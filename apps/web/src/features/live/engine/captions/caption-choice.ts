/** The language of captions that the viewer chose last, in this browser. */

const KEY = 'captions';

/** @returns null where captions are off */
export function readChoice(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param language empty: captions of the stream, whose language is unknown; null: off */
export function writeChoice(language: string | null): void {
  try {
    if (language === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, language);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
}
