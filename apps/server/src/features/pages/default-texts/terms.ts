import type { Language } from '@tributary/messages/languages';
import { textIn } from '#platform/messages/index.ts';
import type { InstanceFacts } from './facts.ts';

export const terms = (facts: InstanceFacts, language: Language): string =>
  textIn(language, 'page.terms', { name: facts.name, permission: permission(facts, language) });

function permission({ settings }: InstanceFacts, language: Language): string {
  const uploads = settings.uploadMaxGib > 0 ? 'taken' : 'none';
  if (!settings.recordingsEnabled) return textIn(language, 'page.terms.notRecorded', { uploads });
  const retention = settings.recordingRetentionDays > 0 ? 'limited' : 'none';
  return textIn(language, 'page.terms.recorded', { uploads, retention });
}
