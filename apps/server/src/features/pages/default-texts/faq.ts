import { HOLDING_DAYS } from '@tributary/contracts/payments';
import { DELETED_RECORDING_DAYS } from '@tributary/contracts/recordings';
import type { Language } from '@tributary/messages/languages';
import { textIn } from '#platform/messages/index.ts';
import { daysIn, type InstanceFacts, moneyFacts, paragraphs, qualitiesOf, sellsAccess } from './facts.ts';

export function faq(facts: InstanceFacts, language: Language): string {
  const { name, purposes, takesCrypto } = facts;
  return paragraphs(
    textIn(language, 'page.faq.watching', {
      access: sellsAccess(facts) ? 'sold' : 'free',
      qualities: qualitiesOf(facts),
    }),
    textIn(language, 'page.faq.streaming', {
      seconds: `${facts.graceSeconds}`,
      recorded: recorded(facts, language),
    }),
    purposes.size > 0 &&
      textIn(language, 'page.faq.payments', {
        name,
        days: daysIn(language, HOLDING_DAYS),
        crypto: takesCrypto ? 'taken' : 'none',
        ...moneyFacts(facts),
      }),
    textIn(language, 'page.faq.accounts', {
      name,
      mail: facts.sendsMail ? 'sent' : 'none',
      money: purposes.size > 0 ? 'paid' : 'none',
    }),
  );
}

function recorded({ settings }: InstanceFacts, language: Language): string {
  const { recordingsEnabled, recordingRetentionDays, recordingQuotaGib } = settings;
  if (!recordingsEnabled) return textIn(language, 'page.faq.notRecorded');
  return paragraphs(
    textIn(language, 'page.faq.recorded', { days: daysIn(language, DELETED_RECORDING_DAYS) }),
    recordingRetentionDays > 0 &&
      textIn(language, 'page.faq.retention', { days: daysIn(language, recordingRetentionDays) }),
    recordingQuotaGib > 0 && textIn(language, 'page.faq.quota', { gib: `${recordingQuotaGib}` }),
  );
}
