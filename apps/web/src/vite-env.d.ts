/// <reference types="vite/client" />

/** The files of the languages other than English (apps/web/message-keys.ts). */
declare module 'virtual:message-files' {
  import type { Message } from '@tributary/messages/format';
  import type { Language } from '@tributary/messages/languages';

  /** Whether the product offers other languages than English. */
  export const HAS_LANGUAGES: boolean;
  export const LANGUAGE_FILES: Readonly<
    Partial<Record<Language, () => Promise<{ default: Readonly<Record<string, Message>> }>>>
  >;
}
