import { type ChatAuthor, type ChatMessage, mentionedIn } from '@tributary/contracts/chat';

/** Whether a message mentions a person, or answers them. */
export function concerns({ author, text, replyTo }: ChatMessage, self: ChatAuthor): boolean {
  if (author.id === self.id || text === null) return false;
  return replyTo?.author?.id === self.id || mentionedIn(text).includes(self.username);
}
