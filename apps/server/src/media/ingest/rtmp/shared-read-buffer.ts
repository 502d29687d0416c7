/**
 * Reads accepted sockets into one shared buffer. Node allocates 64 KiB for each read of a socket. At a live stream's
 * rate of reads that is most of the garbage that has to be collected: a quarter of an ingest's CPU (bench ingest). The
 * `onread` option of `net.Socket` reads into a given buffer instead, but Node offers it only for sockets that connect,
 * not for those that `net.Server` accepts. This module sets up an accepted socket as that option does. If Node's
 * internals differ, the socket is read in the usual way.
 */
import { Socket } from 'node:net';

/** All sockets share this buffer, since each read is consumed before the next one begins. */
const SHARED = Buffer.allocUnsafeSlow(64 * 1024);

const [bufferKey, callbackKey] = ['kBuffer', 'kBufferCb'].map((name) =>
  Object.getOwnPropertySymbols(new Socket()).find(({ description }) => description === name),
);

/**
 * Passes bytes that arrive at `socket` to `received`, which may use them until it returns. The socket must be an
 * accepted one that has not been read from. Pausing and all events but 'data' are unchanged.
 * @returns whether reads use the shared buffer
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

/**
 * Whether the handle takes a buffer. Windows fills a buffer while other sockets are read, so sockets cannot share one
 * there.
 */
function takesBuffer(handle: unknown): handle is { useUserBuffer(buffer: Uint8Array): void } {
  return (
    process.platform !== 'win32' &&
    typeof handle === 'object' &&
    handle !== null &&
    'useUserBuffer' in handle &&
    typeof handle.useUserBuffer === 'function'
  );
}
