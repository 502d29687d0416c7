/**
 * Default texts of the information pages, until an admin edits them. They describe the program and the settings of this
 * instance, so change them together with stored data and features.
 */
import type { PageSlug } from '@tributary/contracts/pages';
import { type Language, SOURCE_LANGUAGE } from '@tributary/messages/languages';
import { about } from './about.ts';
import { donations } from './donations.ts';
import type { InstanceFacts } from './facts.ts';
import { faq } from './faq.ts';
import { privacy } from './privacy.ts';
import { rules } from './rules.ts';
import { terms } from './terms.ts';

export type { InstanceFacts } from './facts.ts';

/** The date of the last change of these texts, which their pages show. */
export const TEXTS_UPDATED_AT = '2026-11-29T12:00:00.000Z';

const TEXTS: Readonly<Record<PageSlug, (facts: InstanceFacts, language: Language) => string>> = {
  about,
  rules,
  privacy,
  terms,
  donations,
  faq,
};

export const defaultText = (
  slug: PageSlug,
  facts: InstanceFacts,
  language: Language = SOURCE_LANGUAGE,
): string => TEXTS[slug]({ ...facts, name: escapeMarkdown(facts.name) }, language).trim();

/** Escapes the instance's name, which can contain any characters. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+\-.!|&~]/g, '\\$&');
}
