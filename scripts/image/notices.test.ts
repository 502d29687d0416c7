import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readNotices, writeNotices } from './notices.ts';

/** Licenses that allow what docs/licenses.md says. Another one has to be read before it is added. */
const ACCEPTED =
  /^\(?(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|MPL[ -]2\.0|OFL-1\.1|Unlicense|CC0-1\.0|BlueOak-1\.0\.0|Unicode-3\.0|SEE LICENSE IN DBIP-LICENSE \(CC-BY-4\.0\)|(?: (?:OR|AND) )?)+\)?$/;

it('lists the packages of the server and the web app with licenses that docs/licenses.md covers', async () => {
  const notices = await readNotices();
  const names = notices.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'react', 'node-av', 'kysely', 'hls.js']));
  expect(names).not.toContain('vitest');
  // Its license, BSD, is a file alone.
  const unknown = notices.filter(
    ({ license, name }) => !ACCEPTED.test(license) && name !== '@shinyoshiaki/jspack',
  );
  expect(unknown).toEqual([]);
});

it('contains the text of license files, and docs/licenses.md names what has terms of its own', async () => {
  const text = await writeNotices((await readNotices()).filter(({ name }) => name === 'fastify'));
  expect(text).toMatch(/^fastify [\d.]+: MIT$/m);
  expect(text).toContain('Permission is hereby granted');
  const page = await readFile(join(import.meta.dirname, '../../docs/licenses.md'), 'utf8');
  for (const name of ['FFmpeg', 'x264', 'libfdk-aac', 'PostgreSQL', 'DB-IP', 'CLDR', 'OFL'])
    expect(page).toContain(name);
});
