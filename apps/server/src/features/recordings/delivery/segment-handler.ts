/** Serves most requests for the segments of recordings ahead of the framework, whose overhead is several times as much. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type StreamId, streamId as streamIdSchema } from '@tributary/contracts/shared';
import { COMMON, headerLines, privateHeaders, writeResponse } from '#media/delivery/index.ts';
import { isKept, parsePath, type RecordingFile } from '#media/recorder/index.ts';
import type { Audience } from '../access/audience.repo.ts';
import { cacheControl } from '../access/cache-control.ts';
import type { RecordingAccess } from '../access/recording-access.ts';
import type { RecordingStore } from '../files/recording-store.ts';

/** Beyond it, responses are streamed by the framework: a viewer who does not take one then holds 64 KiB of it. */
const MAX_UNSENT_BYTES = 64 * 1024 ** 2;

const PREFIX = '/recordings/';
const MEDIA = /^\/recordings\/([0-9a-f-]{36})\/([\w./-]+\.(?:m4s|mp4))$/;

const MEDIA_KINDS: ReadonlySet<RecordingFile['kind']> = new Set(['segment', 'init', 'rendition']);

const TYPE = headerLines({ 'Content-Type': 'video/mp4' });
const PUBLIC = COMMON + TYPE + headerLines({ 'Cache-Control': cacheControl.publicFile });
const gatedHeaders = (pagesOrigin: string | null) => TYPE + privateHeaders(pagesOrigin);

export interface SegmentHandlerOptions {
  readonly access: Pick<RecordingAccess, 'audienceOf' | 'isOpen'>;
  readonly store: Pick<RecordingStore, 'findMedia' | 'readMedia'>;
  /** @returns false where the request exceeds the limit of its network */
  readonly countRequest: (request: IncomingMessage) => Promise<boolean>;
  /** The origin whose pages read gated recordings from another host; null, the default: there is none. */
  readonly pagesOrigin?: string | null;
  /** The most bytes of responses that sockets have not taken. */
  readonly maxUnsentBytes?: number;
}

interface Asked {
  readonly id: StreamId;
  readonly path: string;
  readonly file: RecordingFile;
}

/**
 * Takes requests for segments and initialization sections that need no session, and passes on to the framework what it
 * cannot answer with the bytes, such as what is refused, missing or larger than the memory for it.
 */
export function createSegmentHandler({
  access,
  store,
  countRequest,
  pagesOrigin = null,
  maxUnsentBytes = MAX_UNSENT_BYTES,
}: SegmentHandlerOptions): (req: IncomingMessage, res: ServerResponse, pass: () => void) => boolean {
  let unsentBytes = 0;
  const gated = gatedHeaders(pagesOrigin);

  /** @returns null where the framework decides */
  async function admit(req: IncomingMessage, { id, file }: Asked): Promise<Audience | null> {
    const audience = await access.audienceOf(id);
    if (audience === null || !access.isOpen(req, audience, id)) return null;
    const { trim } = audience;
    return trim === null || isKept(trim.segments, file) ? audience : null;
  }

  /** @returns whether it has answered */
  async function answer(req: IncomingMessage, res: ServerResponse, asked: Asked): Promise<boolean> {
    if (unsentBytes >= maxUnsentBytes || !(await countRequest(req))) return false;
    let audience = await admit(req, asked);
    if (audience === null) return false;
    const { mediaId } = audience;
    let bytes = store.findMedia(mediaId, asked.path);
    if (bytes === undefined) {
      bytes = (await store.readMedia(mediaId, asked.path)) ?? undefined;
      // The storage may have been slow, and the recording withdrawn or cut meanwhile.
      audience = await admit(req, asked);
      if (bytes === undefined || audience === null) return false;
    }
    const { byteLength } = bytes;
    const headers = audience.isGated ? gated : PUBLIC;
    const body = { chunks: [bytes], byteLength };
    const isTaken = writeResponse({ req, res }, { status: 200, headers, body }, () => {
      unsentBytes -= byteLength;
    });
    if (!isTaken) unsentBytes += byteLength;
    return true;
  }

  return (req, res, pass) => {
    const asked = res.socket === null ? null : parseRequest(req);
    if (asked === null) return false;
    // A storage that is away is asked again by the framework, which says what is wrong.
    answer(req, res, asked).then(
      (isAnswered) => isAnswered || pass(),
      () => pass(),
    );
    return true;
  };
}

/** @returns null for what is no GET request for media of a recording; a response behind another has no socket */
function parseRequest({ method, url = '' }: IncomingMessage): Asked | null {
  if (method !== 'GET' || !url.startsWith(PREFIX)) return null;
  const [, name, path = ''] = MEDIA.exec(url) ?? [];
  const file = name === undefined ? null : parsePath(path);
  if (file === null || !MEDIA_KINDS.has(file.kind)) return null;
  const id = streamIdSchema.safeParse(name);
  return id.success ? { id: id.data, path, file } : null;
}
