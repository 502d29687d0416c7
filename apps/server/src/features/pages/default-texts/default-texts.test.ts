import { createHash } from 'node:crypto';
import { PAGE_SLUGS } from '@tributary/contracts/pages';
import { PURPOSES } from '@tributary/contracts/payments';
import { LANGUAGES } from '@tributary/messages/languages';
import { expect, it } from 'vitest';
import type { InstanceFacts } from './facts.ts';
import { defaultText, TEXTS_UPDATED_AT } from './index.ts';

const FULL: InstanceFacts = {
  name: 'River',
  sendsMail: true,
  p2p: 'ask',
  mirrors: [],
  transcodes: true,
  graceSeconds: 30,
  purposes: new Set(PURPOSES),
  takesCrypto: true,
  isTestMoney: false,
  settings: {
    recordingsEnabled: true,
    recordingRetentionDays: 90,
    recordingQuotaGib: 50,
    uploadMaxGib: 10,
    chatRetentionDays: 365,
    platformFeeBasisPoints: 1000,
    linkPreviews: true,
  },
};
const BARE: InstanceFacts = {
  name: 'River',
  sendsMail: false,
  p2p: 'off',
  mirrors: [],
  transcodes: false,
  graceSeconds: 5,
  purposes: new Set(),
  takesCrypto: false,
  isTestMoney: false,
  settings: {
    recordingsEnabled: false,
    recordingRetentionDays: 0,
    recordingQuotaGib: 0,
    uploadMaxGib: 0,
    chatRetentionDays: 0,
    platformFeeBasisPoints: 0,
    linkPreviews: false,
  },
};

const textsOf = (facts: InstanceFacts) =>
  Object.fromEntries(PAGE_SLUGS.map((slug) => [slug, defaultText(slug, facts)]));
const full = textsOf(FULL);
const bare = textsOf(BARE);

it('keeps the date of the default texts in step with their content', () => {
  const hash = createHash('sha256')
    .update(JSON.stringify([full, bare]))
    .digest('hex')
    .slice(0, 16);
  expect([TEXTS_UPDATED_AT.slice(0, 10), hash]).toEqual(['2026-11-29', 'f98bfd6609a9eefe']);
});

it('does not promise free tickets, peer-to-peer delivery or playback in another tab', () => {
  for (const text of [...Object.values(full), ...Object.values(bare)]) {
    expect(text).not.toMatch(/streaming are free|free to watch|peer|another tab/i);
    expect(text).not.toMatch(/undefined|null|\n{3}/);
  }
});

it('offers several qualities only if the instance makes them', () => {
  expect(full.faq).toContain('several qualities');
  expect(full.about).toContain('lower qualities');
  expect(bare.faq).toContain('Every stream has one quality');
  for (const text of Object.values(bare)) expect(text).not.toMatch(/lower quali|several qualities/i);
});

it('says that some streams need an account only if tickets or subscriptions are sold', () => {
  for (const page of ['about', 'faq']) {
    expect(full[page]).toContain('for ticket holders or subscribers');
    expect(bare[page]).not.toMatch(/ticket holders/);
  }
});

it('offers tickets, tiers, donations and refunds only if the instance takes payments for them', () => {
  expect(full.about).toContain('take donations, sell tickets to events, and offer subscriptions');
  expect(full.about).toContain('keeps 10% of each payment');
  expect(bare.about).toContain('takes no payments');
  expect(bare.donations).toContain('takes no payments');
  for (const page of ['about', 'terms', 'donations', 'faq']) {
    expect(bare[page]).not.toMatch(/ticket|tier|subscri(?:be|ption)|refund|receipt/i);
  }
  const onlyDonations = textsOf({ ...FULL, purposes: new Set(['donation']) });
  expect(onlyDonations.about).toContain('Streamers can take donations.');
  expect(onlyDonations.faq).not.toMatch(/cancel a subscription|canceled events/);
});

it('says when the permission to deliver a recording ends, and how long recordings are kept', () => {
  expect(full.terms).toMatch(
    /recorded unless you turn it off.*for a recording when you delete it, and at the latest/s,
  );
  expect(full.faq).toContain('Recordings are deleted after 90 days');
  expect(full.privacy).toContain('This instance deletes them after 90 days.');
  expect(bare.terms).toContain('streams are not recorded here at present');
  expect(bare.faq).toContain('records no streams at present');
  expect(bare.privacy).toContain('keeps them without a time limit');
});

it('describes the Report buttons in the FAQ as in the rules', () => {
  for (const text of [full.faq, full.rules])
    expect(text).toMatch(/choose \*\*Report\*\* on (?:a|the) profile/i);
});

it('mentions email only if the instance sends it', () => {
  expect(full.rules).toContain('by email');
  expect(full.faq).not.toContain('sends no email');
  for (const page of ['about', 'rules', 'terms', 'faq'])
    expect(bare[page]).not.toMatch(/by email|email you/i);
});

it('translates every page into every language, with the same links, headings and lists', () => {
  const shapeOf = (text: string) => ({
    links: [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path]) => path).sort(),
    headings: text.match(/^#+ /gm),
    items: text.match(/^- /gm),
    code: text.match(/`[^`]*`/g),
  });
  for (const facts of [FULL, BARE]) {
    for (const slug of PAGE_SLUGS) {
      const source = defaultText(slug, facts);
      const texts = LANGUAGES.map((language) => defaultText(slug, facts, language));
      expect(new Set(texts).size).toBe(LANGUAGES.length);
      for (const text of texts) {
        expect(text).toContain('River');
        expect(shapeOf(text)).toEqual(shapeOf(source));
        expect(text).not.toMatch(/undefined|null|\n{3}/);
      }
    }
  }
  expect(defaultText('rules', FULL, 'de')).toContain('Du bekommst die Antwort per E-Mail.');
  expect(defaultText('rules', BARE, 'de')).not.toContain('E-Mail');
  expect(defaultText('faq', FULL, 'ar')).toContain('خلال 7 أيام');
});

it('names the mirrors that may see a viewer’s address', () => {
  const text = defaultText('privacy', { ...FULL, mirrors: ['https://mirror.example.org'] });
  expect(text).toContain('loads the stream from mirror.example.org');
});
