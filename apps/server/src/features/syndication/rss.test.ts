import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rss } from './rss.ts';

const DATE = new Date('2026-05-04T20:00:00Z');

/** Generates text that XML 1.0 permits (section 2.2), with every sequence that has a meaning in XML. */
const text = fc
  .array(fc.oneof(fc.constantFrom(']]>', '<![CDATA[', '&amp;', '<!--', '<b>', '"', "'", ' '), fc.string()), {
    maxLength: 8,
  })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
  .map((parts) => parts.join('').replace(/[\u0000-\u001f\ufffe\uffff]|\p{Surrogate}/gu, ''));

/** Reads elements that contain only text, as a parser does, and fails on anything else. */
function textsOf(xml: string, name: string): string[] {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, content = '']) =>
    content.replace(/&([^;&]*);?/g, (_, entity: string) => entities[entity] ?? expect.fail(entity)),
  );
}

it('keeps any text of a title, a description and a category as text, with any number of ]]>', () => {
  fc.assert(
    fc.property(text, text, text, (title, description, category) => {
      const link = 'https://live.example/s/a/b';
      const xml = rss(
        {
          title,
          description,
          link,
          self: link,
          generator: title,
          language: 'en',
          updated: DATE,
          imageUrl: null,
        },
        [{ id: link, title, link, published: DATE, description, category }],
      );
      expect(textsOf(xml, 'title')).toEqual([title, title]);
      expect(textsOf(xml, 'description')).toEqual([description, description]);
      expect(textsOf(xml, 'category')).toEqual([category]);
      expect(xml).not.toContain(']]>');
      expect(xml.match(/<\/?[a-z][^>]*>/gi)).toHaveLength(31);
    }),
  );
});

it('leaves out characters that XML forbids', () => {
  const xml = rss(
    {
      title: 'a\u0001\ud800b',
      description: '',
      link: '',
      self: '',
      generator: '',
      language: 'en',
      updated: undefined,
      imageUrl: null,
    },
    [],
  );
  expect(xml).toContain('<title>ab</title>');
});
