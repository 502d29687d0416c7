import type { StreamId } from '@tributary/contracts/shared';

interface StreamMarkersTable {
  id: string;
  stream_id: StreamId;
  at: Date;
  label: string;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    stream_markers: StreamMarkersTable;
  }
}
