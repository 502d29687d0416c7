/** SECURITY.md names a test behind each statement, or says that it is a matter of design. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const text = readFileSync(`${root}SECURITY.md`, 'utf8');

const files = globSync(['{apps,packages,scripts,e2e}/**/*.{test,spec}.{ts,tsx}'], {
  cwd: root,
  exclude: ['**/node_modules/**'],
});

const rows = [...text.matchAll(/^\| (\d[^|]*) \| [^|]+ \| ([^|]+) \|$/gm)].map(
  ([, requirements = '', basis = '']) => ({ requirements, basis }),
);
const rules = [...text.matchAll(/^- \*\*(.+?)\*\*(?:.+\n)+?(?=- \*\*|\n)/gm)].map(
  ([rule = '', name = '']) => ({
    name,
    rule,
  }),
);

/** A file, with a folder where its name is not unique, and titles: `` `folder/name.test.ts` “title”, “title” ``. */
const named = [
  ...text.replaceAll(/\s+/g, ' ').matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`((?:,? “[^”]+”)*)/g),
].flatMap(([, file = '', list = '']) => {
  const titles = [...list.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title);
  return (titles.length > 0 ? titles : ['']).map((title) => ({ file, title }));
});

it('has a section for each chapter of OWASP ASVS 5.0', () => {
  const chapters = [...text.matchAll(/^### V(\d+) /gm)].map(([, number]) => Number(number));
  expect(chapters).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
});

it.each(rows)('bases $requirements on a test or on the design', ({ basis }) => {
  expect(basis).toMatch(/^(?:`[\w./-]+\.(?:test|spec)\.tsx?` “|Design: )/);
});

it.each(rules)('bases the rule $name on a test', ({ rule }) => {
  expect(rule).toMatch(/\.(?:test|spec)\.ts`\s+“/);
});

it.each(named)('names a test that exists: $file, $title', ({ file, title }) => {
  expect(title).not.toBe('');
  const paths = files.filter((path) => `/${path}`.endsWith(`/${file}`));
  expect(paths).toHaveLength(1);
  const source = readFileSync(root + paths[0], 'utf8');
  const escaped = title.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  expect(source).toMatch(new RegExp(`\\(\\s*(['"\`])${escaped}\\1,`));
});
