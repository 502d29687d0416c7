import type { StreamId } from '@tributary/contracts/shared';
import { createContext, useContext } from 'react';

/** The recording and the reader, as each of its comments needs them. */
export interface CommentContextValue {
  readonly streamId: StreamId;
  readonly canModerate: boolean;
  /** Whether the person may write now, or would after signing in. */
  readonly canWrite: boolean;
  /** Null: the recording's length is not known yet. */
  readonly lengthSeconds: number | null;
  /** Seeks the player, and shows it. */
  readonly onSeek: (seconds: number) => void;
  /** Asks a visitor to sign in first. */
  readonly onSignedOut: (action: string) => void;
}

export const CommentContext = createContext<CommentContextValue | null>(null);

export function useCommentContext(): CommentContextValue {
  const value = useContext(CommentContext);
  if (value === null) throw new Error('A comment is rendered outside of its section.');
  return value;
}
