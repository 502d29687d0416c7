/** Reads positions in the write-ahead logs of the primary and its replica, each on a connection of its own. */
import pg from 'pg';

/** A position in the log of a database, as its distance from the log's start. */
export interface LogPosition {
  readonly bytes: number;
  /** Identifies the database and its replicas. */
  readonly system: string;
}

export interface PositionReader<Position> {
  /** Connects again after a failure. @throws Error if the server does not answer in time */
  read(): Promise<Position>;
  close(): Promise<void>;
}

const ANSWER_TIMEOUT_MS = 1_000;

const SYSTEM = '(SELECT system_identifier::text FROM pg_control_system())';

export const writtenPosition = (connection: pg.PoolConfig): PositionReader<LogPosition> =>
  positionReader(
    connection,
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes, ${SYSTEM} AS system`,
  );

/** `isReplica` is false for a server that is no replica, or has taken the place of its primary. */
export const replayedPosition = (
  connection: pg.PoolConfig,
): PositionReader<LogPosition & { readonly isReplica: boolean }> =>
  positionReader(
    connection,
    `SELECT coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 AS bytes, ${SYSTEM} AS system,
       pg_is_in_recovery() AS "isReplica"`,
  );

function positionReader<Position extends LogPosition>(
  connection: pg.PoolConfig,
  statement: string,
): PositionReader<Position> {
  let client: pg.Client | null = null;

  async function connect(): Promise<pg.Client> {
    const opened = new pg.Client({
      ...connection,
      application_name: 'tributary replica lag',
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
    });
    // Without a listener, a lost connection would end the process. The next query fails with the error.
    opened.on('error', () => undefined);
    client = opened;
    await opened.connect();
    return opened;
  }

  /** Does not wait for a server that may have stopped answering. */
  function disconnect(): void {
    client?.connection.stream.destroy();
    client = null;
  }

  return {
    async read() {
      try {
        const { rows } = await (client ?? (await connect())).query<Position>(statement);
        const [position] = rows;
        if (position === undefined) throw new Error('The server answered without a row.');
        return position;
      } catch (error) {
        disconnect();
        throw error;
      }
    },
    close: async () => disconnect(),
  };
}
