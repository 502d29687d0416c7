/**
 * Node gives each read of a socket 64 KiB of fresh memory. At a live stream's rate of reads those
 * are most of what the collector has to free: they cost an ingest a quarter of its CPU (bench
 * ingest). The `onread` option of `net.Socket` reads into memory of one's own instead, but Node
 * offers it to sockets that connect, and accepted ones are made by `net.Server`. So this sets on
 * an accepted socket what that option sets. Where Node's insides are not as expected, the socket
 * is read as ever.
 */
import { Socket } from 'node:net';

/** One for all sockets: what a read brought is consumed before the next read begins. */
const SHARED = Buffer.allocUnsafeSlow(64 * 1024);

const [bufferKey, callbackKey] = ['kBuffer', 'kBufferCb'].map((name) =>
  Object.getOwnPropertySymbols(new Socket()).find(({ description }) => description === name),
);

/**
 * Passes on what arrives at `socket`, which is to be an accepted one that nobody has read from.
 * The bytes are `received`'s only until it returns. Pausing and the events but 'data' stay as they are.
 *
 * @returns whether reads go without memory of their own
 */
export function readIntoSharedBuffer(socket: Socket, received: (data: Buffer) => void): boolean {
  const handle: unknown = Reflect.get(socket, '_handle');
  if (bufferKey === undefined || callbackKey === undefined || !takesBuffer(handle)) {
    socket.on('data', received);
    return false;
  }
  handle.useUserBuffer(SHARED);
  Reflect.set(socket, bufferKey, SHARED);
  Reflect.set(socket, callbackKey, (length: number) => received(SHARED.subarray(0, length)));
  socket.resume();
  return true;
}

/** Windows fills a buffer while others are read, which one for all does not allow. */
function takesBuffer(handle: unknown): handle is { useUserBuffer(buffer: Uint8Array): void } {
  return (
    process.platform !== 'win32' &&
    typeof handle === 'object' &&
    handle !== null &&
    'useUserBuffer' in handle &&
    typeof handle.useUserBuffer === 'function'
  );
}
