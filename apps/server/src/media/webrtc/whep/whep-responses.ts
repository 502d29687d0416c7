/** The responses of WHEP. */
import type { ServerResponse } from 'node:http';

const SDP = 'application/sdp';
const FRAGMENT = 'application/trickle-ice-sdpfrag';

export interface WhepResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  /** Close the connection: the rest of the request is not read. */
  readonly close?: boolean;
}

/** Any page may play a public stream, and reads these headers. */
const SHARED = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Accept-Patch, Accept-Post, ETag, Link, Location, Retry-After',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
/** Pages of other origins may not play a gated stream with the viewer's cookies. */
const PRIVATE = { 'Cross-Origin-Resource-Policy': 'same-origin' };

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'POST, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-Match',
  'Access-Control-Max-Age': '86400',
};

export function sendResponse(
  res: ServerResponse,
  { status, headers = {}, body, close }: WhepResponse,
  isRestricted: boolean,
): void {
  if (res.headersSent || res.destroyed) return;
  res.writeHead(status, {
    ...(isRestricted ? PRIVATE : SHARED),
    'Cache-Control': isRestricted ? 'private, no-store' : 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(close && { Connection: 'close' }),
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, copy(value)])),
    'Content-Length': Buffer.byteLength(body ?? ''),
  });
  res.end(body);
}

const copy = (value: string | readonly string[]) => (typeof value === 'string' ? value : [...value]);

const problem = (
  status: number,
  code: string,
  message: string,
  more: Pick<WhepResponse, 'headers' | 'close'> = {},
): WhepResponse => ({
  status,
  ...more,
  headers: { 'Content-Type': 'application/problem+json', ...more.headers },
  body: JSON.stringify({ status, code, title: message }),
});

export const NOT_FOUND = problem(404, 'stream_not_found', 'There is no such live stream.');

export const SESSION_NOT_FOUND = problem(
  404,
  'session_not_found',
  'This WHEP session has ended. Send a new offer to the endpoint of the stream.',
);

export const FORBIDDEN = problem(
  403,
  'playback_forbidden',
  'Only viewers with access can watch this stream. Open its page to get access.',
);

export const badMethod = (allowed: string): WhepResponse =>
  problem(405, 'method_not_allowed', `Use ${allowed}.`, { headers: { Allow: allowed }, close: true });

export const OFFER_EXPECTED = problem(415, 'offer_expected', `Send an SDP offer as ${SDP}.`, {
  headers: { 'Accept-Post': SDP },
  close: true,
});

export const FRAGMENT_EXPECTED = problem(
  415,
  'fragment_expected',
  `Send a trickle ICE fragment as ${FRAGMENT}.`,
  {
    headers: { 'Accept-Patch': FRAGMENT },
    close: true,
  },
);

export const TOO_LARGE = problem(413, 'body_too_large', 'The body exceeds the limit of 65536 bytes.', {
  close: true,
});

export const malformed = (message: string): WhepResponse => problem(400, 'sdp_invalid', message);

/** Not 406, which would announce an offer of this server (section 4.2.2). */
export const unservable = (message: string): WhepResponse => problem(422, 'offer_not_acceptable', message);

export const NOT_READY = problem(409, 'stream_not_ready', 'The stream sends nothing right now. Try again.', {
  headers: { 'Retry-After': '1' },
});

export const BUSY = problem(
  503,
  'too_many_viewers',
  'Too many viewers watch over WebRTC. Play it over HLS.',
  {
    headers: { 'Retry-After': '30' },
    close: true,
  },
);

export const UNAVAILABLE = problem(
  503,
  'webrtc_unavailable',
  'WebRTC is not available right now. Play it over HLS.',
  {
    headers: { 'Retry-After': '10' },
  },
);

export const CLOSED = problem(503, 'server_stopping', 'The server is stopping. Try again in a moment.', {
  headers: { 'Retry-After': '5' },
  close: true,
});

export const PRECONDITION_REQUIRED = problem(
  428,
  'etag_expected',
  'Send the ETag of the session as If-Match.',
);
export const PRECONDITION_FAILED = problem(412, 'etag_unknown', 'If-Match is not the ETag of the session.');
export const NO_ICE_RESTART = problem(
  422,
  'ice_restart_unsupported',
  'This server does not restart ICE. Send a new offer to the endpoint of the stream.',
);

export const NO_CONTENT: WhepResponse = { status: 204 };
export const ENDPOINT: WhepResponse = { status: 204, headers: { 'Accept-Post': SDP } };
export const SESSION: WhepResponse = { status: 204, headers: { 'Accept-Patch': FRAGMENT } };
export const ENDED: WhepResponse = { status: 200 };

export const preflight = (isSession: boolean): WhepResponse => ({
  // Section 4.3 names both the status and Accept-Post for every OPTIONS request.
  status: 200,
  headers: {
    ...PREFLIGHT,
    'Accept-Post': SDP,
    ...(isSession && { 'Accept-Patch': FRAGMENT }),
    'Cache-Control': 'public, max-age=86400',
  },
});

export const created = (
  answer: string,
  location: string,
  etag: string,
  iceServers: readonly string[],
): WhepResponse => ({
  status: 201,
  headers: {
    'Content-Type': SDP,
    Location: location,
    ETag: etag,
    'Accept-Patch': FRAGMENT,
    ...(iceServers.length > 0 && { Link: iceServers }),
  },
  body: answer,
});

export const isOffer = (contentType = ''): boolean => mediaTypeOf(contentType) === SDP;
export const isFragment = (contentType = ''): boolean => mediaTypeOf(contentType) === FRAGMENT;

const mediaTypeOf = (contentType: string) => contentType.split(';', 1)[0]?.trim().toLowerCase();
