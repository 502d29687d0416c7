/** Serves WHEP (draft-ietf-wish-whep-03): a player posts an SDP offer and gets the answer of this server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthorizePlayback, ForwardRequest } from '../../delivery/index.ts';
import type { PresentationSource } from '../../presentation/presentation.ts';
import type { WebRtcSettings } from '../../settings.ts';
import type { StreamSource } from '../feeds/stream-source.ts';
import { readFragment } from '../sdp/fragment.ts';
import { readOffer } from '../sdp/offer.ts';
import { SdpError } from '../sdp/sdp-error.ts';
import type { Sessions } from '../sessions.ts';
import { iceServerLinks } from './ice-servers.ts';
import { readBody } from './request-body.ts';
import { parseWhepAddress, WHEP_PREFIX, type WhepAddress } from './whep-address.ts';
import * as responses from './whep-responses.ts';
import { sendResponse, type WhepResponse } from './whep-responses.ts';

/** Endpoints and sessions have no representation, which section 4.1 wants said with a success. */
const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

export interface WhepHandlerOptions {
  readonly settings: WebRtcSettings;
  /** What viewers may see; the same as over HLS. */
  readonly presentations: PresentationSource;
  readonly authorize: AuthorizePlayback;
  readonly forward: ForwardRequest | null;
  readonly sourceOf: (streamId: string) => StreamSource | undefined;
  readonly sessions: Sessions;
  readonly isClosed: () => boolean;
}

/** @returns a handler that returns false where the URL is not under /whep/; the request is then untouched */
export function createWhepHandler(options: WhepHandlerOptions) {
  const { settings, presentations, authorize, forward, sourceOf, sessions, isClosed } = options;

  async function answer(address: WhepAddress, req: IncomingMessage): Promise<WhepResponse> {
    if (isClosed()) return responses.CLOSED;
    return address.sessionId === null
      ? open(address.streamId, req)
      : change(address.streamId, address.sessionId, req);
  }

  /** Why this request may not have the stream. */
  function refusal(streamId: string, req: IncomingMessage): WhepResponse | null {
    if (isClosed()) return responses.CLOSED;
    if (presentations.presentation(streamId) === undefined) return responses.NOT_FOUND;
    const isForbidden = presentations.isRestricted(streamId) && authorize(streamId, req) <= 0;
    return isForbidden ? responses.FORBIDDEN : null;
  }

  async function open(streamId: string, req: IncomingMessage): Promise<WhepResponse> {
    if (req.method !== 'POST' && !isRead(req)) return responses.badMethod('GET, HEAD, OPTIONS, POST');
    const refused = refusal(streamId, req);
    if (refused !== null) return { ...refused, close: true };
    if (isRead(req)) return responses.ENDPOINT;
    if (!responses.isOffer(req.headers['content-type'])) return responses.OFFER_EXPECTED;
    if (!sessions.admits(req)) return responses.BUSY;
    const body = await readBody(req);
    if (body.kind !== 'text') return responses.TOO_LARGE;
    const offer = readOffer(body.text);
    const source = sourceOf(streamId);
    // The right may have ended while the body was read.
    const withdrawn = refusal(streamId, req);
    if (withdrawn !== null) return withdrawn;
    const selection = source?.select(offer) ?? { kind: 'not_ready' };
    if (source === undefined || selection.kind === 'not_ready') return responses.NOT_READY;
    if (selection.kind === 'not_acceptable') return responses.unservable(selection.message);
    // Others may have come while the body was read.
    if (!sessions.admits(req)) return responses.BUSY;
    const opened = await sessions.open(streamId, source, offer, selection, req);
    if (opened === null) return responses.UNAVAILABLE;
    const { session } = opened;
    if (req.socket.destroyed) sessions.close(session.id);
    return responses.created(
      opened.answer,
      `${WHEP_PREFIX}${streamId}/${session.id}`,
      session.etag,
      iceServerLinks(settings, Date.now()),
    );
  }

  async function change(streamId: string, id: string, req: IncomingMessage): Promise<WhepResponse> {
    const session = sessions.get(streamId, id);
    if (session === undefined) return { ...responses.SESSION_NOT_FOUND, close: true };
    // Whoever knows a session's random id may end it.
    if (req.method === 'DELETE') {
      sessions.close(id);
      return responses.ENDED;
    }
    if (isRead(req)) return responses.SESSION;
    if (req.method !== 'PATCH') return responses.badMethod('DELETE, GET, HEAD, OPTIONS, PATCH');
    const refused = refusal(streamId, req);
    if (refused !== null) return { ...refused, close: true };
    if (!responses.isFragment(req.headers['content-type'])) return responses.FRAGMENT_EXPECTED;
    const body = await readBody(req);
    if (body.kind !== 'text') return responses.TOO_LARGE;
    const fragment = readFragment(body.text);
    const tag = req.headers['if-match'];
    if (tag === undefined) return responses.PRECONDITION_REQUIRED;
    // Other credentials ask for an ICE restart, whatever the tag is (section 4.4.3). The session goes on without one.
    const isRestart = fragment.iceUfrag !== session.iceUfrag || fragment.icePassword !== session.icePassword;
    if (isRestart) return responses.NO_ICE_RESTART;
    if (tag !== '*' && tag !== session.etag) return responses.PRECONDITION_FAILED;
    // The candidates are not used: players send to this server's address first (docs/decisions/024).
    // The viewer has shown a right to the stream that lasts longer than the one before.
    session.cookie = req.headers.cookie;
    return responses.NO_CONTENT;
  }

  return function handle(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.url?.startsWith(WHEP_PREFIX) !== true) return false;
    const address = parseWhepAddress(req.url);
    if (req.method === 'OPTIONS') {
      sendResponse(res, responses.preflight(address?.sessionId != null), false);
      return true;
    }
    if (address === undefined) {
      sendResponse(res, { ...responses.NOT_FOUND, close: true }, false);
      return true;
    }
    const { streamId } = address;
    const respond = (response: WhepResponse) =>
      sendResponse(res, response, presentations.isRestricted(streamId));
    if (forward !== null && presentations.presentation(streamId) === undefined && !isClosed()) {
      forward(streamId, { req, res }, () => respond({ ...responses.NOT_FOUND, close: true }));
      return true;
    }
    answer(address, req).then(respond, (error: unknown) => {
      respond(error instanceof SdpError ? responses.malformed(error.message) : responses.UNAVAILABLE);
    });
    return true;
  };
}
