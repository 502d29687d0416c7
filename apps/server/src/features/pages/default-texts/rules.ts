import type { Language } from '@tributary/messages/languages';
import { textIn } from '#platform/messages/index.ts';
import type { InstanceFacts } from './facts.ts';

export const rules = ({ name, sendsMail }: InstanceFacts, language: Language): string =>
  textIn(language, 'page.rules', { name, answer: sendsMail ? 'mail' : 'signIn' });
