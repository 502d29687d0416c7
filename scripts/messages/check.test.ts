import { describe, expect, it } from 'vitest';
import { checkCatalogues, checkErrors, checkSchemas, checkTexts, checkUses } from './check.ts';
import { writeKeys } from './write-keys.ts';

const messages = (entries: Record<string, string>) => new Map(Object.entries(entries));
const screen = (text: string, path = 'apps/web/src/ui/planted.tsx') => ({ path, text });

describe('checkCatalogues', () => {
  const english = messages({
    'ui.copy': 'Copy {what}',
    'ui.days': '{count, plural, one {# day} other {# days}}',
  });

  it('accepts languages with the same keys and arguments', () => {
    const german = messages({
      'ui.copy': '{what} kopieren',
      'ui.days': '{count, plural, one {# Tag} other {# Tage}}',
    });
    expect(checkCatalogues({ en: english, de: german })).toEqual([]);
  });

  it('names a message that a language lacks, and one that English lacks', () => {
    const german = messages({ 'ui.copy': '{what} kopieren', 'ui.tage': 'Tage' });
    expect(checkCatalogues({ en: english, de: german })).toEqual([
      'de: ui.days is not translated',
      'de: ui.tage is not in English, the source',
    ]);
  });

  it('names a message with other arguments than in English, and one that is empty or malformed', () => {
    const source = messages({ a: 'Copy {what}', b: 'Saved', c: 'Closed', d: 'See <link>rules</link>' });
    const german = messages({ a: '{was} kopieren', b: ' ', c: '{zu', d: 'Siehe Regeln' });
    const violations = checkCatalogues({ en: source, de: german });
    expect(violations).toContain('de: a has the arguments was (text), English what (text)');
    expect(violations).toContain('de: b is no message: it is empty');
    expect(violations.some((line) => line.startsWith('de: c is no message'))).toBe(true);
    expect(violations).toContain('de: d has the arguments none, English link (tag)');
  });

  it('names the plural forms that a language needs and does not have', () => {
    const days = '{count, plural, one {# day} other {# days}}';
    expect(checkCatalogues({ en: messages({ days }), ar: messages({ days }) })).toEqual([
      'ar: days lacks the plural zero, two, few, many',
    ]);
  });
});

describe('checkUses', () => {
  const source = `import { t } from '@/lib/messages/t.ts';
    import { Text } from '@/lib/messages/text.tsx';
    export const label = t('ui.copy');
    export const chosen = (open: boolean) => t(open ? 'ui.close' : 'ui.open');
    export const Rich = () => <Text k="ui.rules" values={{}} />;`;
  const english = messages({
    'ui.copy': 'Copy',
    'ui.close': 'Close',
    'ui.open': 'Open',
    'ui.rules': 'Rules',
  });

  it('finds the keys of calls, conditions and elements', () => {
    expect(checkUses([screen(source)], english)).toEqual([]);
  });

  it('names a key that no catalogue has, and a message that no source uses', () => {
    const other = messages({ ...Object.fromEntries(english), 'ui.left': 'Left' });
    other.delete('ui.open');
    expect(checkUses([screen(source)], other)).toEqual([
      'apps/web/src/ui/planted.tsx:4: no catalogue has the message ui.open',
      'No source uses the message ui.left',
    ]);
  });

  it('finds the keys that the server uses', () => {
    const server = `import { localized, textIn } from '#platform/messages/index.ts';
      export const subject = (language: Language) => textIn(language, 'mail.subject', {});
      export const later = localized('errors.late');`;
    const source = { path: 'apps/server/src/features/chat/planted.ts', text: server };
    const texts = messages({ 'mail.subject': 'Confirm', 'errors.late': 'Too late.' });
    expect(checkUses([source], texts)).toEqual([]);
    expect(checkUses([source], messages({}))).toEqual([
      'apps/server/src/features/chat/planted.ts:2: no catalogue has the message mail.subject',
      'apps/server/src/features/chat/planted.ts:3: no catalogue has the message errors.late',
    ]);
  });

  it('finds the keys that the codes of errors name', () => {
    const errors = `import { defineErrors } from '#platform/errors.ts';
      export const errors = defineErrors('chat', { poll_over: 'conflict' });`;
    const source = { path: 'apps/server/src/features/chat/planted.errors.ts', text: errors };
    expect(checkUses([source], messages({ 'errors.chat.poll_over': 'The poll has ended.' }))).toEqual([]);
    expect(checkUses([source], messages({}))).toEqual([
      'apps/server/src/features/chat/planted.errors.ts:2: no catalogue has the message errors.chat.poll_over',
    ]);
  });

  it('refuses a computed key, which the build could not replace', () => {
    const call = "export const of = (name: string) => t('ui.' + name);";
    const computed = `import { t } from '@/lib/messages/t.ts';\n${call}`;
    expect(checkUses([screen(computed)], messages({}))).toEqual([
      'apps/web/src/ui/planted.tsx:2: write the key out, or choose it by a condition',
    ]);
  });
});

describe('checkSchemas', () => {
  const contract = (text: string) => ({ path: 'packages/contracts/src/chat/planted.ts', text });
  const english = messages({
    'schemas.name': 'Enter a name.',
    'schemas.max': 'Use at most {max, number} tags.',
  });

  it('finds the messages of the sentences in schemas', () => {
    const source =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the source under test has the template.
      "z.string().min(1, 'Enter a name.').max(9, `Use at most ${MAX} tags.`).describe('A tag, maybe.');";
    expect(checkSchemas([contract(source)], english)).toEqual({
      keys: ['schemas.name', 'schemas.max'],
      violations: [],
    });
  });

  it('includes the descriptions of a payment provider’s keys, which admins read', () => {
    const path = 'apps/server/src/features/payments/providers/planted/planted-definition.ts';
    const source = "z.string().meta({ title: 'Key', description: 'Enter a name.' });";
    expect(checkSchemas([{ path, text: source }], english).keys).toEqual(['schemas.name']);
    expect(checkSchemas([contract(source)], english).keys).toEqual([]);
  });

  it('names a sentence that the catalogue lacks', () => {
    const source = "z.string().min(1, 'Enter a planted fault.');";
    expect(checkSchemas([contract(source)], english).violations).toEqual([
      'packages/contracts/src/chat/planted.ts:1: “Enter a planted fault.” belongs into schemas.json',
    ]);
  });
});

describe('checkErrors', () => {
  const feature = (text: string) => ({ path: 'apps/server/src/features/chat/planted.errors.ts', text });

  it.each([
    [
      'a definition',
      "export const errors = defineErrors('chat', { full: ['conflict', 'The chat is full.'] });",
    ],
    ['an error', "throw new AppError('full', 'conflict', 'The chat is full.');"],
    ['a field', "throw errors.full({ errors: [{ pointer: '/name', detail: 'The chat is full.' }] });"],
    ['a text for later', "export const full = localized('The chat is full.');"],
  ])('names a sentence in %s', (_place, source) => {
    expect(checkErrors([feature(`${source} // AppError`)])).toEqual([
      'apps/server/src/features/chat/planted.errors.ts:1: “The chat is full.” belongs into errors.json',
    ]);
  });

  it('leaves errors for the log alone', () => {
    const source = `throw new AppError('full', 'conflict', localized('errors.chat.full'), {
        cause: failure });
      throw new Error('The chat is broken.');`;
    expect(checkErrors([feature(source)])).toEqual([]);
  });
});

describe('checkTexts', () => {
  const found = (text: string) => checkTexts([screen(text)]).map((line) => /“(.*)”/.exec(line)?.[1]);

  it.each([
    ['between tags', 'export const A = () => <p>Try again</p>;', 'Try again'],
    ['in an attribute', 'export const A = () => <button aria-label="Close" />;', 'Close'],
    ['in a condition', "export const A = ({ on }: Props) => <p>{on ? 'on' : null}</p>;", 'on'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source under test has the template.
    ['in a template', 'export const A = () => <p title={`Actions for ${name}`} />;', 'Actions for'],
    ['in a property', "export const columns = [{ label: 'Name' }];", 'Name'],
    ['as an argument', "export const done = () => toast.success('Account deleted');", 'Account deleted'],
  ])('finds a text %s', (_place, source, text) => {
    expect(found(source)).toEqual([text]);
  });

  it('leaves classes, identifiers, keys of messages and errors for developers alone', () => {
    const source = `export const A = () => <a className="Font flex" rel="noopener" id="name">{t('ui.copy')}</a>;
      if (key === 'Escape') throw new Error('The page has no root element.');`;
    expect(found(source)).toEqual([]);
  });
});

describe('writeKeys', () => {
  const english = messages({
    'ui.copy': 'Copy {what}',
    'ui.done': 'Done',
    'ui.rules': 'See <link>them</link>',
  });

  it('derives the arguments of each message', () => {
    const keys = writeKeys(english);
    expect(keys).toContain("'ui.copy': { what: string };");
    expect(keys).toContain("'ui.done': NoArguments;");
    expect(keys).toContain("'ui.rules': { link: Tag };");
  });
});
