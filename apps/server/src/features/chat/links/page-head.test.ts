import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPageHead } from './page-head.ts';

const read = (html: string, type = 'text/html; charset=utf-8') => readPageHead(Buffer.from(html), type);

describe('the head of a page', () => {
  it('gives the Open Graph properties of a page, or else its title alone', () => {
    expect(
      read(`<!doctype html><HTML><head prefix="og: x"><!-- <meta property="og:title" content="Comment"> -->
        <script>var x = '<meta property="og:title" content="Script">';</script>
        <title lang=en>Title</title><meta name=viewport content=width>
        <META Content='Tea &amp; &#x201c;cake&#8221; &unknown;' PROPERTY="OG:Title"/>
        <meta property="og:title" content="Second">
        <meta property=og:description content="Line one\n  line two"><meta property="og:site_name" content="Site">
        </head><body><meta property="og:title" content="Body">`),
    ).toEqual({ title: 'Tea & “cake” &unknown;', description: 'Line one line two', siteName: 'Site' });
    expect(read('<title>Only &lt;this&gt;</title>')).toEqual({
      title: 'Only <this>',
      description: null,
      siteName: null,
    });
  });

  it('decodes named references, with or without a semicolon where HTML allows both', () => {
    expect(
      read(
        `<title>Jalape&ntilde;o &lpar;caf&eacute&rpar; &hearts; &notanentity; &amp;eacute;</title>
        <meta property="og:description" content="&Ccedil;a va&quest; &copy 2026 ?a=1&copy=2&ThickSpace;">`,
      ),
    ).toEqual({
      title: 'Jalapeño (café) ♥ ¬anentity; &eacute;',
      siteName: null,
      description: 'Ça va? © 2026 ?a=1&copy=2',
    });
  });

  it('skips the contents of noscript and template, and everything after the head', () => {
    expect(
      read(`<head><noscript><img src=x><meta property="og:title" content="Noscript"></noscript>
        <template><title>Template</title></template><div><p><title>Title</title></head>
        <meta property="og:title" content="After the head">`),
    ).toEqual({ title: 'Title', description: null, siteName: null });
  });

  it.each([
    '',
    '<title></title>',
    '<title> \u200b\u202e </title>',
    '<title>never closed',
    '<body><title>Written by a visitor</title>',
    '<!-- <title>x</title>',
    '{"title":"x"}',
  ])('gives nothing where %j is all', (html) => {
    expect(read(html)).toBeNull();
  });

  it('keeps hostile text on one short line in its own direction', () => {
    const { title = '', description } = read(
      `<title>\u202eevil\u0000\n${'z\u0301\u0301\u0301\u0301\u0301\u0301'}${'😀'.repeat(300)}</title><meta property="og:description" content="&#x202e;&#0;&#xd800;&lt;img src=x onerror=alert(1)&gt;">`,
    ) ?? { title: '', description: null };
    expect(title).toMatch(/^evil \u017a\u0301{4}(?:😀)+…$/u);
    expect(Array.from(title)).toHaveLength(100);
    expect(description).toMatch(/<img src=x onerror=alert\(1\)>$/);
    expect(description).not.toMatch(/[\u202e\p{Cs}\p{Cc}]/u);
  });

  it('is decoded with the charset of the header or of the page', () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><title>caf\xe9</title>', 'latin1');
    expect(readPageHead(latin, 'text/html')?.title).toBe('café');
    expect(readPageHead(latin, 'text/html; charset=windows-1252')?.title).toBe('café');
    expect(read('<title>café</title>', 'text/html; charset=unknown')?.title).toBe('café');
  });

  it('never throws, whatever the page contains', () => {
    const piece = fc.constantFrom(
      ...['<', '>', '"', "'", '=', '/', ' ', '<title', '</title>', '<meta ', 'content=', 'og:title', '<!--'],
      ...['-->', '&#', '&#x110000;', ';', '<script', '</script', '<body', '\ud800', '\u202e', 'property='],
    );
    const html = fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 40 });
    fc.assert(
      fc.property(html, (parts) => {
        const head = read(parts.join(''));
        expect(head === null || head.title.length > 0).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    '<title',
    '<meta a="',
    "<meta a='x",
    '<!--',
    '<script>',
    '<title</title',
    '<p a= ',
    '////',
    '<a b ',
    '<b>',
    '<b></i>',
    '<form>',
    '&#',
    '&amp',
    '<title>&CounterClockwiseContourIntegra',
  ])('is read in time linear in its length where it repeats %j', (part) => {
    // Quadratic time would exceed the time limit of the test.
    expect(read(part.repeat(Math.floor((512 * 1024) / part.length)))).toBeNull();
  });
});
