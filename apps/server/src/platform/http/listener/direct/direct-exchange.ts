/** A request that the listener has read itself, and the place of its response in the order of the connection. */
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHead } from './request-head.ts';

/** A GET request without a body. */
export class DirectRequest extends IncomingMessage {
  constructor(socket: Socket, { target, block }: RequestHead) {
    super(socket);
    this.method = 'GET';
    this.url = target;
    this.rawHeaders = block.raw;
    this.headers = block.values;
    this.httpVersion = '1.1';
    this.httpVersionMajor = 1;
    this.httpVersionMinor = 1;
    this.complete = true;
  }
}

/** What handlers that write to the socket themselves use of a `ServerResponse`. */
export interface DirectResponse {
  /** Null while the responses to earlier requests of the connection are not finished. */
  readonly socket: Socket | null;
  /** False: the response says `Connection: close`, and the connection is closed behind it. */
  readonly shouldKeepAlive: boolean;
  statusCode: number;
  /** Tells that the last byte of the response was handed to the operating system. */
  emit(event: 'finish'): boolean;
  once(event: 'socket', listener: () => void): unknown;
}

/**
 * Takes requests that the listener has read itself as well as those of node:http.
 * @param pass gives a request that the handler has taken and not answered to node:http and the framework
 * @returns whether it took the request; otherwise the request is untouched
 */
export type DirectHandler = (req: IncomingMessage, res: DirectResponse, pass: () => void) => boolean;
