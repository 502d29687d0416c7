import type { Language } from '@tributary/messages/languages';
import { textIn } from '#platform/messages/index.ts';
import { type InstanceFacts, moneyFacts, paragraphs } from './facts.ts';

export const donations = (facts: InstanceFacts, language: Language): string =>
  textIn(language, 'page.donations', { name: facts.name, supporting: supporting(facts, language) });

function supporting(facts: InstanceFacts, language: Language): string {
  const { name, purposes } = facts;
  const links = textIn(language, 'page.donations.links');
  if (purposes.size === 0) return `${textIn(language, 'page.donations.none', { name })} ${links}`;
  const ways = textIn(language, 'page.donations.ways', {
    name,
    gifts: purposes.has('gift') ? 'sold' : 'none',
    ...moneyFacts(facts),
  });
  return paragraphs(ways, links);
}
