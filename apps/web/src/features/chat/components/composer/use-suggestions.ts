import type { ChatPower } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { RefObject } from 'react';
import { useSession } from '@/lib/session.ts';
import { useChannelEmotes } from '../../api/emotes.ts';
import { useViewersNamed } from '../../api/use-viewers.ts';
import { EMOJI_NAME, emojiCompleter } from '../../emoji/emoji-completer.ts';
import { useEmoji } from '../../emoji/use-emoji.ts';
import { commandCompleter } from '../../engine/composer/commands.ts';
import { mentionCompleter, type Person, typedName } from '../../engine/composer/completion.ts';
import { useCompletion } from './use-completion.ts';

interface Suggestions {
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
  streamId: StreamId;
  channelId: UserId;
  people: () => readonly Person[];
  powers: readonly ChatPower[];
  /** Whether the emote picker is open. */
  isPicking: boolean;
}

/** The commands, people, emoji and emotes that complete the typed text. */
export function useSuggestions(given: Suggestions) {
  const { box, text, onChange, streamId, channelId, people, powers, isPicking } = given;
  const { state, user } = useSession();
  const signedIn = state === 'signed-in';
  const { groups } = useEmoji(EMOJI_NAME.test(text));
  const emotes = useChannelEmotes(channelId, signedIn && (isPicking || EMOJI_NAME.test(text)));
  const viewers = useViewersNamed(streamId, typedName(text)) ?? [];
  const completion = useCompletion({
    box,
    text,
    onChange,
    completers: [
      // A visitor must sign in before using commands.
      ...(signedIn ? [commandCompleter(powers)] : []),
      mentionCompleter(() => [...people(), ...viewers.filter(({ id }) => id !== user?.id)]),
      emojiCompleter(groups ?? [], emotes),
    ],
  });
  return { completion, emotes };
}
