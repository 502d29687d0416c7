/** The texts of the app, from the message catalogues, in the language of the page. */
import { formatText, type Values } from '@tributary/messages/format';
import type { ArgumentsOf, TextKey } from '@tributary/messages/translate';
import { locale, messageFor } from './language.ts';

/**
 * The text of a message.
 *
 *     t('ui.copied', { what: t('ui.link') })
 *
 * The key is written out, or chosen by a condition from keys that are, since the build replaces it.
 */
export function t<K extends TextKey>(key: K, ...[values]: ArgumentsOf<K>): string {
  return formatText(messageFor(key), locale(), (values ?? {}) as Values<never>);
}
