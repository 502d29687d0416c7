import type { ChatMatch } from '@tributary/contracts/chat';
import type { CommentId } from '@tributary/contracts/comments';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Generated } from 'kysely';

interface CommentsTable {
  id: CommentId;
  stream_id: StreamId;
  author_id: UserId;
  parent_id: CommentId | null;
  text: string;
  created_at: Generated<Date>;
  edited_at: Date | null;
  held_for: ChatMatch | null;
  likes: Generated<number>;
}

interface CommentLikesTable {
  comment_id: CommentId;
  user_id: UserId;
  liked_at: Generated<Date>;
}

interface CommentSettingsTable {
  channel_id: UserId;
  is_on: boolean;
}

interface CommentsOffTable {
  stream_id: StreamId;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    comments: CommentsTable;
    comment_likes: CommentLikesTable;
    comment_settings: CommentSettingsTable;
    comments_off: CommentsOffTable;
  }
}
