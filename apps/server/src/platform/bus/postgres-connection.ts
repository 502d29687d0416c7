import type pg from 'pg';
import type { BusConnection, BusConnectionHandlers, ConnectBus } from './remote-bus.ts';

const CHANNEL = 'tributary_bus';
/** PostgreSQL refuses a payload of 8000 bytes or more; the rest is room for a part's number. */
const PART_BYTES = 7_900;

/**
 * LISTEN and NOTIFY on one connection of the pool. Notifications arrive in the order of their commits, including
 * the connection's own. A frame that is too long for a payload is sent in parts, in one transaction, which
 * PostgreSQL delivers together.
 */
export const connectPostgres =
  (pool: pg.Pool): ConnectBus =>
  async ({ onFrame, onLost }: BusConnectionHandlers): Promise<BusConnection> => {
    const client = await pool.connect();
    const parts = new Map<number, string>();
    let queued: string[] = [];
    let flushing: Promise<void> | null = null;
    let closed = false;
    client.on('error', onLost);
    client.on('end', () => onLost(new Error('The database closed the connection')));
    client.on('notification', ({ processId, payload = '' }) => {
      const space = payload.indexOf(' ');
      const left = payload.slice(payload.indexOf('.') + 1, space);
      const text = (parts.get(processId) ?? '') + payload.slice(space + 1);
      if (left === '0') {
        parts.delete(processId);
        onFrame(text);
      } else parts.set(processId, text);
    });
    try {
      // Messages need not survive a power cut, so no commit waits for the disk.
      await client.query(`SET synchronous_commit = off; LISTEN ${CHANNEL}`);
    } catch (error) {
      client.release(true);
      throw error;
    }

    let numbered = 0;
    /** Sends all messages that are queued until the next statement. */
    async function flush(): Promise<void> {
      await null;
      while (queued.length > 0) {
        const payloads = queued.flatMap((frame) => {
          numbered += 1;
          const split = splitUtf8(frame, PART_BYTES);
          // PostgreSQL drops a payload that repeats an earlier one of its transaction.
          return split.map((part, index) => `${numbered}.${split.length - 1 - index} ${part}`);
        });
        queued = [];
        await client.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
          CHANNEL,
          payloads,
        ]);
      }
    }

    return {
      send(frame) {
        queued.push(frame);
        flushing ??= flush().finally(() => {
          flushing = null;
        });
        return flushing;
      },
      async close() {
        if (closed) return;
        closed = true;
        await flushing?.catch(() => undefined);
        client.removeAllListeners('notification');
        // The connection is closed instead of returned to the pool, because it is still listening.
        client.release(true);
      },
    };
  };

/** Splits a text into parts of at most `size` bytes in UTF-8, none of which ends within a character. */
export function splitUtf8(text: string, size: number): string[] {
  const bytes = Buffer.from(text);
  const parts: string[] = [];
  for (let from = 0; from < bytes.length || parts.length === 0; ) {
    let to = Math.min(from + size, bytes.length);
    // A byte 10xxxxxx continues a character (RFC 3629, section 3).
    while (to < bytes.length && ((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1;
    parts.push(bytes.toString('utf8', from, to));
    from = to;
  }
  return parts;
}
