/** Writes HTTP/1.1 responses of known length directly to the socket. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { MediaBytes } from '../../presentation/presentation.ts';

/** A request and its response, which is next in its connection's order. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The time for which the viewer may have the response of a restricted stream, which is for this viewer only. */
  readonly expiresInMs?: number | undefined;
}

/** Formats headers as lines. Neither names nor values may come from a client. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

/** Bodies up to this size are copied behind the head, which costs less than two writes. */
const GATHER_BYTES = 16 * 1024;

export interface Outgoing {
  readonly status: number;
  /** The result of `headerLines`; Content-Length, Date and Connection are added. */
  readonly headers: string;
  /** Null if the status has no body. For HEAD only its length is sent. */
  readonly body: MediaBytes | null;
  /** Whether to close the connection after this response. */
  readonly close?: boolean;
}

/**
 * Sends a response in one system call, without copying large chunks.
 *
 * A ServerResponse would validate twenty header strings for every part: its overhead is two thirds of everything else
 * that a request costs. Here it only keeps its place in the connection's order, and emits `finish` when the last byte
 * has gone to the operating system, as it would by itself.
 * @returns true if the socket accepted all of it; otherwise `onTaken` is called once it has, or once it never will
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
  // An empty write, whose callback is called after everything before it was written.
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

/** IMF-fixdate (RFC 9110 section 5.6.7), formatted once a second. */
function httpDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    date = new Date(second * 1000).toUTCString();
  }
  return date;
}
