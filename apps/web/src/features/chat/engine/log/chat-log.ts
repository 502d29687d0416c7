/** The messages of a chat in their order, followed by those of this person that are not stored yet. */
import type {
  ChatAuthor,
  ChatDeletion,
  ChatMessage,
  ChatPreview,
  ChatReply,
  ChatSubmission,
  OwnHeldMessage,
} from '@tributary/contracts/chat';

/** A message that the user sends. */
export interface Submission extends Readonly<Pick<ChatSubmission, 'clientId' | 'kind' | 'text'>> {
  readonly replyTo: ChatReply | null;
}

export interface PendingMessage extends Submission {
  readonly state: 'sending' | 'failed' | 'held' | 'refused';
  /** The reason why it was not sent. */
  readonly problem?: string;
}

export interface ChatLog {
  /** Null until the first messages are loaded. */
  readonly messages: readonly ChatMessage[] | null;
  readonly pending: readonly PendingMessage[];
  readonly hasOlder: boolean;
}

export type ChatChange =
  | { readonly kind: 'loaded'; readonly messages: readonly ChatMessage[] }
  | { readonly kind: 'received'; readonly messages: readonly ChatMessage[] }
  | { readonly kind: 'deleted'; readonly deleted: ChatDeletion }
  | { readonly kind: 'previewed'; readonly previewed: ChatPreview }
  | { readonly kind: 'older'; readonly messages: readonly ChatMessage[]; readonly hasOlder: boolean }
  | { readonly kind: 'sending'; readonly message: Submission }
  | { readonly kind: 'failed'; readonly clientId: string; readonly problem: string }
  | { readonly kind: 'discarded'; readonly clientId: string };

export const EMPTY_LOG: ChatLog = { messages: null, pending: [], hasOlder: false };

/** The number of messages that are kept; older ones are loaded again when the user scrolls to them. */
const MAX_KEPT = 1_000;

/** The number of messages of a full first page; fewer are the whole chat. */
const FULL_PAGE = 100;

/** @param self the account whose pending messages are confirmed when they arrive */
export function changeLog(log: ChatLog, change: ChatChange, self: ChatAuthor['id'] | null): ChatLog {
  const confirm = (messages: readonly ChatMessage[]): readonly PendingMessage[] => {
    if (log.pending.length === 0) return log.pending;
    const stored = new Set(
      messages.filter(({ author }) => author.id === self).map(({ clientId }) => clientId),
    );
    return log.pending.filter(({ clientId }) => !stored.has(clientId));
  };
  switch (change.kind) {
    case 'loaded':
      return {
        messages: change.messages,
        pending: confirm(change.messages),
        hasOlder: change.messages.length >= FULL_PAGE,
      };
    case 'received': {
      const known = log.messages ?? [];
      const newest = known.at(-1)?.number ?? 0;
      const all = [...known, ...change.messages.filter(({ number }) => number > newest)];
      const messages = all.slice(-MAX_KEPT);
      const hasOlder = log.hasOlder || messages.length < all.length;
      return { messages, pending: confirm(change.messages), hasOlder };
    }
    case 'deleted': {
      const { deleted } = change;
      const isCleared = deleted.authorId === null;
      return {
        ...log,
        hasOlder: log.hasOlder && !isCleared,
        messages:
          log.messages
            ?.filter(({ number }) => !isCleared || number < deleted.from || number > deleted.upTo)
            .map((message) => withoutDeleted(message, deleted)) ?? null,
      };
    }
    case 'previewed': {
      const { number, preview } = change.previewed;
      const messages = log.messages?.map((message) =>
        message.number === number ? { ...message, preview } : message,
      );
      return { ...log, messages: messages ?? null };
    }
    case 'older': {
      const known = log.messages ?? [];
      const oldest = known[0]?.number ?? Number.POSITIVE_INFINITY;
      const older = change.messages.filter(({ number }) => number < oldest);
      return { ...log, messages: [...older, ...known], hasOlder: change.hasOlder };
    }
    case 'sending': {
      const { message } = change;
      const others = log.pending.filter(({ clientId }) => clientId !== message.clientId);
      return { ...log, pending: [...others, { ...message, state: 'sending' }] };
    }
    case 'failed':
      return {
        ...log,
        pending: log.pending.map((message) =>
          message.clientId === change.clientId
            ? { ...message, state: 'failed', problem: change.problem }
            : message,
        ),
      };
    case 'discarded':
      return { ...log, pending: log.pending.filter(({ clientId }) => clientId !== change.clientId) };
  }
}

/** A message without its deleted text and that of the answered message. */
export function withoutDeleted(message: ChatMessage, { authorId, from, upTo }: ChatDeletion): ChatMessage {
  const isDeleted = (number: number, author: { readonly id: string } | null) =>
    number >= from && number <= upTo && (authorId === null || author?.id === authorId);
  const { replyTo } = message;
  const text = isDeleted(message.number, message.author) ? null : message.text;
  const answered = replyTo?.text != null && isDeleted(replyTo.number, replyTo.author);
  if (text === message.text && !answered) return message;
  return { ...message, text, replyTo: answered ? { ...replyTo, text: null } : replyTo };
}

/** The user's own messages that others do not see: held ones first. */
export function pendingWith(
  held: readonly OwnHeldMessage[],
  pending: readonly PendingMessage[],
): readonly PendingMessage[] {
  if (held.length === 0) return pending;
  const ids = new Set(held.map(({ clientId }) => clientId));
  return [
    ...held.map(
      ({ clientId, kind, text, isRefused }): PendingMessage => ({
        clientId,
        kind,
        text,
        replyTo: null,
        state: isRefused ? 'refused' : 'held',
      }),
    ),
    ...pending.filter(({ clientId }) => !ids.has(clientId)),
  ];
}
