import { LANGUAGE_FILES } from 'virtual:message-files';
import { readCatalogue } from '@tributary/messages/catalogue';
import { compileMessage } from '@tributary/messages/compile';
import type { Language } from '@tributary/messages/languages';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { formatBytes } from '../format/bytes.ts';
import { formatDay } from '../format/dates.ts';
import { formatBitrate } from '../format/measures.ts';
import { formatCount } from '../format/numbers.ts';
import { formatRelative } from '../format/times.ts';
import { setLanguage } from './choose-language.ts';
import { schemaText } from './schema-text.ts';
import { t } from './t.ts';
import { Text } from './text.tsx';

const load = async (language: Language) => {
  const file = await LANGUAGE_FILES[language]?.();
  setLanguage(language, file?.default ?? {}, file?.schemas);
};

afterEach(() => setLanguage('en', {}));

it('writes English without a file, and any other language from its file', async () => {
  expect(t('ui.copy.copied', { what: 'Link' })).toBe('Link copied');
  await load('de');
  expect(t('ui.copy.copied', { what: 'Link' })).toBe('Link kopiert');
  await load('ar');
  expect(t('ui.duration.days', { count: 2 })).toBe('يومان');
});

it('writes the sentences of schemas in the language of the page, and leaves any other text alone', async () => {
  expect(schemaText('Use at most 5,000 characters.')).toBe('Use at most 5,000 characters.');
  await load('de');
  expect(schemaText('Use at most 5,000 characters.')).toBe('Nutze höchstens 5.000 Zeichen.');
  expect(schemaText('Enter at most 8,00\u00a0€.')).toBe('Gib höchstens 8,00\u00a0€ ein.');
  expect(schemaText('Dieser Name ist vergeben.')).toBe('Dieser Name ist vergeben.');
});

it('puts elements inside a sentence', async () => {
  const rules = (words: ReactNode) => <a href="/rules">{words}</a>;
  await load('de');
  expect(renderToStaticMarkup(<Text k="ui.report.explanation" values={{ rules }} />)).toContain(
    'gegen welche der <a href="/rules">Regeln</a> verstoßen wird',
  );
});

it('formats counts, dates and relative times by the language, with Latin digits in Arabic', async () => {
  const at = '2026-11-21T12:00:00Z';
  const now = Date.parse('2026-11-21T15:00:00Z');
  expect([formatCount(1204), formatDay(at), formatRelative(at, now)]).toEqual([
    '1.2K',
    'Nov 21, 2026',
    '3 hours ago',
  ]);
  await load('de');
  expect([formatDay(at), formatRelative(at, now)]).toEqual(['21.11.2026', 'vor 3 Stunden']);
  expect([formatBytes(3.4e9), formatBitrate(6240)]).toEqual(['3,4\u00a0GB', '6,2 Mbps']);
  await load('ar');
  expect(formatRelative(at, now)).toBe('قبل 3 ساعات');
  // The unit stays to the right of its figure, as in other languages.
  expect(formatBitrate(6240)).toBe('\u20666.2 Mbps\u2069');
});

it('has a file for each language with the messages of its catalogue', async () => {
  const texts = [...readCatalogue('fr')].map(([, text]) => JSON.stringify(compileMessage(text).message));
  const file = (await LANGUAGE_FILES.fr?.())?.default ?? {};
  expect(Object.keys(file).length).toBeGreaterThan(50);
  for (const message of Object.values(file)) expect(texts).toContain(JSON.stringify(message));
});
