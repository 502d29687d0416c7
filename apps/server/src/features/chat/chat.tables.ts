import type {
  ChatBadge,
  ChatFact,
  ChatFilter,
  ChatMatch,
  ChatMessageKind,
  ChatSettings,
  ChatSupport,
  EmoteStatus,
  LinkPreview,
  ModeratorPower,
  OwnHeldMessage,
  RaidPolicy,
} from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { ColumnType, Generated } from 'kysely';

interface ChatRoomsTable {
  stream_id: StreamId;
  last_number: Generated<number>;
  cleared_up_to: Generated<number>;
}

interface ChatPinsTable {
  stream_id: StreamId;
  number: number;
  pinned_by: UserId | null;
  until: Date | null;
}

interface ChatMessagesTable {
  stream_id: StreamId;
  number: number;
  author_id: UserId;
  client_id: string;
  kind: Generated<ChatMessageKind>;
  text: string;
  badges: ChatBadge[];
  reply_to: number | null;
  donation_id: string | null;
  support: ChatSupport['kind'] | null;
  fact: ColumnType<ChatFact | null, string | null>;
  emote_ids: Generated<string[]>;
  sent_at: Generated<Date>;
  deleted_at: Date | null;
  preview: LinkPreview | null;
}

interface ChatPollsTable {
  id: string;
  stream_id: StreamId;
  question: string;
  options: string[];
  started_by: UserId | null;
  started_at: Generated<Date>;
  ends_at: Date;
  closed_at: Date | null;
}

interface ChatPollVotesTable {
  poll_id: string;
  user_id: UserId;
  option: number;
  voted_at: Generated<Date>;
}

interface ChatModeratorsTable extends ChatAppointmentsTable {
  powers: Generated<ModeratorPower[]>;
}

interface ChatAppointmentsTable {
  channel_id: UserId;
  user_id: UserId;
  added_at: Generated<Date>;
}

interface ChatBansTable {
  channel_id: UserId;
  user_id: UserId;
  until: Date | null;
  reason: Generated<string>;
  banned_by: UserId | null;
  banned_at: Generated<Date>;
  appeal: string | null;
  appealed_at: Date | null;
  appeal_reply: string | null;
}

interface ChatSettingsTable {
  channel_id: UserId;
  slow_seconds: Generated<number>;
  followers_minutes: number | null;
  subscribers_only: Generated<boolean>;
  emote_only: Generated<boolean>;
  unique_messages: Generated<boolean>;
  filters: Generated<ChatFilter[]>;
  blocked_words: Generated<string[]>;
  raids: Generated<RaidPolicy>;
  hides_viewers: Generated<boolean>;
  link_previews: Generated<boolean>;
  filtered: Generated<ChatSettings['filtered']>;
}

interface ChatRaidsTable {
  id: string;
  stream_id: StreamId;
  target_stream_id: StreamId;
  state: Generated<'pending' | 'departed' | 'canceled'>;
  started_at: Date;
  departs_at: Date;
  /** The number of viewers who asked not to move. */
  staying: Generated<number>;
  /** The number of viewers who moved. */
  viewers: number | null;
}

interface ChatHeldMessagesTable {
  id: string;
  stream_id: StreamId;
  author_id: UserId;
  client_id: string;
  kind: OwnHeldMessage['kind'];
  text: string;
  reply_to: number | null;
  matched: ChatMatch;
  held_at: Generated<Date>;
  refused_at: Date | null;
}

interface ChatEmotesTable {
  id: string;
  channel_id: UserId;
  name: string;
  image_url: string | null;
  tier_id: string | null;
  status: EmoteStatus;
  added_at: Generated<Date>;
  decided_at: Date | null;
  decided_by: UserId | null;
  reason: string | null;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    chat_rooms: ChatRoomsTable;
    chat_messages: ChatMessagesTable;
    chat_pins: ChatPinsTable;
    chat_poll_votes: ChatPollVotesTable;
    chat_polls: ChatPollsTable;
    chat_moderators: ChatModeratorsTable;
    chat_vips: ChatAppointmentsTable;
    chat_bans: ChatBansTable;
    chat_settings: ChatSettingsTable;
    chat_raids: ChatRaidsTable;
    chat_held_messages: ChatHeldMessagesTable;
    chat_emotes: ChatEmotesTable;
  }
}
