import type { ChatBan } from '@tributary/contracts/chat';
import { formatMoment } from '@/lib/dates.ts';

/** `You can’t write in this chat until Nov 22, 5:04 PM. Reason: Spam`. @param fact what the ban means */
export function banSentence({ until, reason }: ChatBan, fact: string): string {
  const sentence = until === null ? `${fact}.` : `${fact} until ${formatMoment(until)}.`;
  return reason === '' ? sentence : `${sentence} Reason: ${reason}`;
}
