import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { defaultTexts, TEXTS_UPDATED_AT } from './default-texts.ts';

const texts = defaultTexts({ instanceName: 'River', smtpUrl: 'smtp://mail.example.org' });

it('keeps the date of the default texts in step with their content', () => {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  expect([TEXTS_UPDATED_AT.slice(0, 10), hash]).toEqual(['2026-11-23', '26953f9c6010259e']);
});

it('promises neither free tickets nor several qualities nor peers', () => {
  for (const text of Object.values(texts))
    expect(text).not.toMatch(/streaming are free|free to watch|lower quality|several qualities|peer/i);
});
