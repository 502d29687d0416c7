import type { IncomingHttpHeaders } from 'node:http';
import { REALTIME_TOKEN_PREFIX } from '@tributary/contracts/realtime';

/** The access token with which a socket is opened. It is in a header, since URLs are written to logs. */
export function tokenOf(headers: IncomingHttpHeaders): string | null {
  const { authorization = '', 'sec-websocket-protocol': offered = '' } = headers;
  const bearer = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  const token = offered.split(/, */).find((protocol) => protocol.startsWith(REALTIME_TOKEN_PREFIX));
  return bearer ?? token?.slice(REALTIME_TOKEN_PREFIX.length) ?? null;
}
