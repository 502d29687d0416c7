import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { SwarmPolicy } from '@tributary/contracts/swarm';
import type { Generated } from 'kysely';

interface ChannelSwarmsTable {
  user_id: UserId;
  policy: SwarmPolicy;
}

interface StreamSwarmsTable {
  stream_id: StreamId;
  from_peers: number;
  from_origin: number;
  given: number;
  peak_peers: number;
  updated_at: Generated<Date>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    channel_swarms: ChannelSwarmsTable;
    stream_swarms: StreamSwarmsTable;
  }
}
