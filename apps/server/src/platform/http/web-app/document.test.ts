import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { plainBranding } from '#platform/settings/index.ts';
import { type DocumentContext, readDocument } from './document.ts';
import type { Page } from './page.ts';

const folder = await mkdtemp(join(tmpdir(), 'tributary-document-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = join(folder, 'index.html');
await writeFile(
  file,
  `<!doctype html>
<html lang="en">
  <head>
    <meta name="description" content="The product." />
    <title>Tributary</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
  </head>
  <body>
    <template data-first-screen="home">{{#logo}}<img src="{{logo}}" />{{/logo}}{{^logo}}<svg></svg>{{/logo}}<b>{{instance}}</b><h1>{{heroTitle}}</h1><p>{{heroLead}}</p></template>
    <div id="root"></div>
  </body>
</html>`,
);
const render = readDocument(file, 'https://live.example.org');

const HOME: Page = {
  title: null,
  description: null,
  canonical: '/',
  type: 'website',
  image: null,
  alternates: [],
  firstScreen: { name: 'home', values: { poster: null } },
};
const PLAIN: DocumentContext = { language: 'en', branding: plainBranding('River'), instance: null };
const BRANDED: DocumentContext = {
  ...PLAIN,
  branding: {
    name: 'Harbor & Sons',
    logoUrl: '/pictures/logo.webp',
    accent: '#6b3fa0',
    defaultTheme: 'light',
    frontPage: { de: { headline: 'Ahoi <b>', introduction: '$& an Bord' } },
    languages: ['de', 'en'],
  },
};

describe('the page of an instance', () => {
  it('shows the product while an admin has changed nothing', () => {
    const html = render(HOME, PLAIN);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<svg></svg><b>River</b><h1>Live video that belongs');
    expect(html).toContain('href="/favicon.svg"');
    expect(html).not.toContain('id="accent"');
  });

  it('has name, logo, accent, theme and front page before any script runs', () => {
    const html = render(HOME, { ...BRANDED, language: 'de' });
    expect(html).toContain('<html lang="de" dir="ltr" data-theme="light" data-languages="de en">');
    expect(html).toContain('<title>Harbor &amp; Sons</title>');
    expect(html).toContain('<link rel="icon" href="/pictures/logo.webp" type="image/webp" />');
    expect(html).toContain('<link rel="apple-touch-icon" href="/pictures/logo.webp" />');
    expect(html).toMatch(
      /<style id="accent">@supports [^<]*:root:root\{--accent:light-dark\(#6b3fa0,[^<]*<\/style><\/head>/,
    );
    expect(html).toContain('<img src="/pictures/logo.webp" /><b>Harbor &amp; Sons</b>');
    expect(html).toContain('<h1>Ahoi &lt;b&gt;</h1><p>$&amp; an Bord</p>');
    expect(html).toContain('<meta name="description" content="Ahoi &lt;b&gt;" />');
  });

  it('takes the front page of the default language where a language has none', () => {
    expect(render(HOME, BRANDED)).toContain('<h1>Ahoi &lt;b&gt;</h1>');
    const noText: DocumentContext = { ...BRANDED, branding: { ...BRANDED.branding, frontPage: {} } };
    expect(render(HOME, noText)).toContain('<h1>Live video that belongs');
  });

  it('contains the properties of the instance, so that the app shows the name at once', () => {
    const instance = { name: 'Harbor </script>' } as DocumentContext['instance'];
    expect(render(null, { ...PLAIN, instance })).toContain(
      '<script type="application/json" id="first-data">{"GET /api/instance":{"name":"Harbor \\u003c/script>"}}</script>',
    );
  });
});
