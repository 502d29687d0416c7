/** Finds the text of the front page. It is apart from the schemas, which the first script of the web app does without. */

interface FrontPageWords {
  readonly headline: string;
  readonly introduction: string;
}

/**
 * The text of the front page for a language, or else for the default language of the instance, which comes first.
 * @returns null if an admin has written none
 */
export function frontPageIn(
  texts: Readonly<Record<string, FrontPageWords | undefined>>,
  language: string,
  [defaultLanguage = language]: readonly string[],
): FrontPageWords | null {
  return [texts[language], texts[defaultLanguage]].find((text) => text?.headline) ?? null;
}
