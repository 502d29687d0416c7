import { type Language, localeOf } from '@tributary/messages/languages';
import { textIn } from '#platform/messages/index.ts';
import { feeOf, type InstanceFacts, paragraphs, qualitiesOf, sellsAccess } from './facts.ts';

export const about = (facts: InstanceFacts, language: Language): string =>
  textIn(language, 'page.about', {
    name: facts.name,
    access: sellsAccess(facts) ? 'sold' : 'free',
    qualities: qualitiesOf(facts),
    seconds: `${facts.graceSeconds}`,
    costs: costs(facts, language),
  });

function costs(facts: InstanceFacts, language: Language): string {
  const { name, purposes } = facts;
  const offers = [
    purposes.has('donation') && textIn(language, 'page.about.donations'),
    purposes.has('ticket') && textIn(language, 'page.about.tickets'),
    purposes.has('subscription') && textIn(language, 'page.about.subscriptions'),
  ].filter((offer) => offer !== false);
  if (offers.length === 0) return textIn(language, 'page.about.free', { name });
  const list = new Intl.ListFormat(localeOf(language)).format(offers);
  const fee = feeOf(facts);
  return paragraphs(
    [
      textIn(language, 'page.about.offers', { name, offers: list }),
      fee === null
        ? textIn(language, 'page.about.noFee', { name })
        : textIn(language, 'page.about.fee', { name, fee }),
    ].join(' '),
    facts.isTestMoney && textIn(language, 'page.testMoney'),
  );
}
