/** Sentences of schemas in contracts, which are in English, in the language of the page. */

let translate = (sentence: string): string => sentence;

/** @returns any other text, such as one that the server has translated, unchanged */
export const schemaText = (sentence: string): string => translate(sentence);

/** Sets the translation for a page in another language than English. */
export function translateSchemasBy(translation: (sentence: string) => string): void {
  translate = translation;
}
