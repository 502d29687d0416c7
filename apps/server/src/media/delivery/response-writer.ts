/** HTTP/1.1 responses of known length, written straight to the socket. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { MediaBytes } from '../presentation/presentation.ts';

/** One request and its response, whose turn on the connection it is. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** Header lines as they go out; neither names nor values may come from a client. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

/** Up to this, to copy what follows the head behind it costs less than to hand the kernel two pieces. */
const GATHER_BYTES = 16 * 1024;

export interface Outgoing {
  readonly status: number;
  /** From `headerLines`; length, date and connection are added. */
  readonly headers: string;
  /** Left out of the answer to a HEAD, which gets its length all the same. Null where there is none by definition. */
  readonly body: MediaBytes | null;
  /** The connection ends with this response. */
  readonly close?: boolean;
}

/**
 * Sends a response in one system call; the kernel reads large chunks where they lie. Returns true
 * where the socket took it whole; else `onTaken` is called once it has, or once it never will.
 *
 * A ServerResponse would check twenty header strings anew for every part: with its own bookkeeping
 * it costs two thirds as much again as everything else that happens to a request. So it only holds
 * the place in the connection's order, and is told `finish` as it would tell itself: when the last
 * byte has gone to the operating system.
 */
export function writeResponse({ req, res }: Exchange, outgoing: Outgoing, onTaken: () => void): boolean {
  const { socket } = res;
  if (socket === null || socket.destroyed) return true;
  const { status, headers, body } = outgoing;
  const close = outgoing.close === true || !res.shouldKeepAlive;
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Date: ${httpDate()}\r\n`;
  if (body !== null) head += `Content-Length: ${body.byteLength}\r\n`;
  if (close) head += 'Connection: close\r\n';
  else if (req.httpVersionMinor === 0) head += 'Connection: keep-alive\r\n';
  res.statusCode = status;

  const [first, ...others] = body === null || req.method === 'HEAD' ? [] : body.chunks;
  socket.cork();
  if (first !== undefined && first.byteLength <= GATHER_BYTES) {
    socket.write(gather(`${head}\r\n`, first));
  } else {
    socket.write(`${head}\r\n`, 'latin1');
    if (first !== undefined) socket.write(first);
  }
  for (const chunk of others) socket.write(chunk);
  socket.uncork();
  if (socket.writableLength === 0) {
    finish(socket);
    return true;
  }
  // Nothing, but behind all that waits in the socket.
  socket.write('', () => {
    onTaken();
    if (!socket.destroyed) finish(socket);
  });
  return false;

  function finish(connection: Socket): void {
    res.emit('finish');
    if (close) connection.destroySoon();
  }
}

function gather(head: string, body: Uint8Array): Buffer {
  const message = Buffer.allocUnsafe(head.length + body.byteLength);
  message.write(head, 'latin1');
  message.set(body, head.length);
  return message;
}

let dateSecond = 0;
let date = '';

/** IMF-fixdate (RFC 9110 5.6.7), made once a second. */
function httpDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    date = new Date(second * 1000).toUTCString();
  }
  return date;
}
