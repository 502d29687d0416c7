/** The language that was chosen in this browser. */

const STORED = 'language';

/** Null: that of the browser. */
export function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

/** Keeps the choice for the next page, which loads the texts of the language. */
export function keepLanguage(language: string | null): void {
  try {
    if (language === null) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, language);
  } catch {
    // Storage is blocked: pages stay in the language of the browser.
  }
}
