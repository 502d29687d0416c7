/** Lines that celebrate a donation, a new subscription or a gift. */
import type { ChatSupport } from '@tributary/contracts/chat';
import { Gift, HandCoins, type LucideIcon, Star } from 'lucide-react';
import { MessageText } from './message-text.tsx';

const ICONS: Readonly<Record<ChatSupport['kind'], LucideIcon>> = {
  donation: HandCoins,
  subscription: Star,
  gift: Gift,
};

/** The style of these lines, in the color of money. */
export const supportLook = 'animate-enter my-1 border-amber border-s-2 bg-amber-soft py-2';

export function SupportIcon({ kind }: { kind: ChatSupport['kind'] }) {
  const Icon = ICONS[kind];
  return <Icon size="1.25em" aria-hidden="true" className="me-1.5 inline-block align-[-0.25em] text-amber" />;
}

interface SupportTextProps {
  support: ChatSupport;
  /** The text, which begins with the headline. */
  text: string;
  self: string | null;
  id?: string;
}

/** The payment, and below it the giver's message. */
export function SupportText({ support: { headline }, text, self, id }: SupportTextProps) {
  const written = text.slice(headline.length).replace(/^: /, '');
  return (
    <span id={id}>
      <bdi className="font-display font-semibold text-[1.0625em] text-amber">{headline}</bdi>
      {written !== '' && (
        <>
          <span className="sr-only">: </span>
          <span className="mt-1 block">
            {/* Only the text of a stranger could look like a link. */}
            <MessageText text={written} emotes={undefined} self={self} withoutLinks />
          </span>
        </>
      )}
    </span>
  );
}
