/// <reference types="vite/client" />

/** The files of the languages other than English (apps/web/message-keys.ts). */
declare module 'virtual:message-files' {
  import type { Message } from '@tributary/messages/format';
  import type { Language } from '@tributary/messages/languages';

  interface LanguageFile {
    readonly default: Readonly<Record<string, Message>>;
    /** The English messages of schemas, each with its translation. */
    readonly schemas: readonly (readonly [english: Message, translated: Message])[];
  }

  export const LANGUAGE_FILES: Readonly<Partial<Record<Language, () => Promise<LanguageFile>>>>;
}
