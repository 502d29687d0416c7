/**
 * Reads one frame of a data channel. Frames come from strangers: every length and number is checked, nothing is allocated
 * beyond the frame, and a frame that is too long by one byte is refused, so that each message has one encoding.
 */
import { MAX_RENDITIONS, type MediaAddress } from '../media-address.ts';
import { INDEX_HEADER_BYTES, MAGIC, PLAYLIST_HEADER_BYTES, PUSH_HEADER_BYTES } from './encode-message.ts';
import {
  type IndexAnswer,
  MAX_ANNOUNCED,
  MAX_CHUNK_BYTES,
  MAX_FRAME_BYTES,
  MAX_INDEX_BYTES,
  MAX_MEDIA_BYTES,
  MAX_PLAYLIST_BYTES,
  MAX_STRIPE_STATES,
  MAX_STRIPES,
  type Message,
  type PlaylistAnswer,
  PROTOCOL_VERSION,
  ProtocolError,
  type Push,
  type Status,
  type StripeState,
  SWARM_ID_BYTES,
  TYPE_CODES,
  UnknownTypeError,
} from './messages.ts';

const TYPES = new Map(
  Object.entries(TYPE_CODES).map(([type, code]) => [code as number, type as Message['type']]),
);

/**
 * @returns the message; the bytes of a push are a view on the frame
 * @throws ProtocolError
 */
export function decodeMessage(frame: Uint8Array): Message {
  if (frame.length === 0 || frame.length > MAX_FRAME_BYTES)
    throw new ProtocolError(`A frame has ${frame.length} bytes; 1 to ${MAX_FRAME_BYTES} are allowed.`);
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const type = TYPES.get(view.getUint8(0));
  switch (type) {
    case 'hello':
      requireLength(view, 25);
      return readHello(view, frame);
    case 'status':
      return readStatus(view);
    case 'have':
      return { type, addresses: readAddresses(view) };
    case 'subscribe':
    case 'accept':
    case 'refuse':
    case 'unsubscribe':
      requireLength(view, 3);
      return { type, rendition: readRendition(view, 1), stripe: readStripe(view, 2) };
    case 'push':
      return readPush(view, frame);
    case 'request':
    case 'pull':
      requireLength(view, 12);
      return { type, address: readAddress(view, 1), offset: readOffset(view, 8) };
    case 'decline':
    case 'cancel':
      requireLength(view, 8);
      return { type, address: readAddress(view, 1) };
    case 'want-playlist':
      requireLength(view, 7);
      return {
        type,
        rendition: readRendition(view, 1),
        number: view.getUint32(2),
        isWhole: readFlag(view, 6),
      };
    case 'playlist':
      return readPlaylist(view, frame);
    case 'want-index':
      requireLength(view, 6);
      return { type, rendition: readRendition(view, 1), sequence: view.getUint32(2) };
    case 'index':
      return readIndex(view, frame);
    case 'ping':
    case 'pong':
      requireLength(view, 5);
      return { type, nonce: view.getUint32(1) };
    case 'goodbye':
      requireLength(view, 1);
      return { type };
    case undefined:
      throw new UnknownTypeError(`A frame has the unknown type ${view.getUint8(0)}.`);
  }
}

function requireLength(view: DataView, bytes: number): void {
  if (view.byteLength !== bytes)
    throw new ProtocolError(
      `A frame of type ${view.getUint8(0)} has ${view.byteLength} bytes instead of ${bytes}.`,
    );
}

function readHello(view: DataView, frame: Uint8Array): Message {
  if (view.getUint16(1) !== MAGIC) throw new ProtocolError('The first message is not that of a swarm.');
  const version = view.getUint8(3);
  if (version !== PROTOCOL_VERSION)
    throw new ProtocolError(`The peer speaks version ${version} instead of ${PROTOCOL_VERSION}.`);
  const stripes = view.getUint8(20);
  if (stripes < 1 || stripes > MAX_STRIPES)
    throw new ProtocolError(`The peer has ${stripes} stripes; 1 to ${MAX_STRIPES} are allowed.`);
  return {
    type: 'hello',
    version,
    swarm: frame.slice(4, 4 + SWARM_ID_BYTES),
    stripes,
    network: view.getUint32(21),
  };
}

function readStatus(view: DataView): Status {
  if (view.byteLength < 6)
    throw new ProtocolError(`A status has ${view.byteLength} bytes instead of 6 or more.`);
  const count = view.getUint8(5);
  if (count > MAX_STRIPE_STATES)
    throw new ProtocolError(`A status has ${count} stripes; ${MAX_STRIPE_STATES} are allowed.`);
  requireLength(view, 6 + 5 * count);
  const stripes: StripeState[] = [];
  for (let at = 6; at < view.byteLength; at += 5) {
    const hops = view.getUint8(at + 2);
    const lag = view.getUint8(at + 3);
    const spare = view.getUint8(at + 4);
    stripes.push({ rendition: readRendition(view, at), stripe: readStripe(view, at + 1), hops, lag, spare });
  }
  return { type: 'status', uploadKbps: view.getUint32(1), stripes };
}

function readAddresses(view: DataView): MediaAddress[] {
  const count = view.byteLength < 2 ? 0 : view.getUint8(1);
  if (count < 1 || count > MAX_ANNOUNCED)
    throw new ProtocolError(`An announcement has ${count} addresses; 1 to ${MAX_ANNOUNCED} are allowed.`);
  requireLength(view, 2 + 7 * count);
  return Array.from({ length: count }, (_, index) => readAddress(view, 2 + 7 * index));
}

function readPush(view: DataView, frame: Uint8Array): Push {
  const length = view.byteLength - PUSH_HEADER_BYTES;
  if (length < 1 || length > MAX_CHUNK_BYTES)
    throw new ProtocolError(`A push has ${length} bytes of media; 1 to ${MAX_CHUNK_BYTES} are allowed.`);
  const address = readAddress(view, 1);
  const hops = view.getUint8(8);
  const size = view.getUint32(9);
  const offset = view.getUint32(13);
  if (size > MAX_MEDIA_BYTES)
    throw new ProtocolError(`A part has ${size} bytes; ${MAX_MEDIA_BYTES} are allowed.`);
  if (offset + length > size)
    throw new ProtocolError(`A push ends at ${offset + length}, behind the end of its part at ${size}.`);
  return { type: 'push', address, hops, size, offset, bytes: frame.subarray(PUSH_HEADER_BYTES) };
}

function readPlaylist(view: DataView, frame: Uint8Array): PlaylistAnswer {
  const length = view.byteLength - PLAYLIST_HEADER_BYTES;
  if (length < 1 || length > MAX_PLAYLIST_BYTES)
    throw new ProtocolError(`A playlist has ${length} bytes; 1 to ${MAX_PLAYLIST_BYTES} are allowed.`);
  return { type: 'playlist', rendition: readRendition(view, 1), bytes: frame.slice(PLAYLIST_HEADER_BYTES) };
}

function readIndex(view: DataView, frame: Uint8Array): IndexAnswer {
  const length = view.byteLength - INDEX_HEADER_BYTES;
  if (length < 1 || length > MAX_INDEX_BYTES)
    throw new ProtocolError(`An index has ${length} bytes; 1 to ${MAX_INDEX_BYTES} are allowed.`);
  return {
    type: 'index',
    rendition: readRendition(view, 1),
    sequence: view.getUint32(2),
    bytes: frame.slice(INDEX_HEADER_BYTES),
  };
}

function readFlag(view: DataView, at: number): boolean {
  const flag = view.getUint8(at);
  if (flag > 1) throw new ProtocolError(`A flag is ${flag} instead of 0 or 1.`);
  return flag === 1;
}

function readOffset(view: DataView, at: number): number {
  const offset = view.getUint32(at);
  if (offset >= MAX_MEDIA_BYTES)
    throw new ProtocolError(`Offset ${offset} is not below the limit of ${MAX_MEDIA_BYTES}.`);
  return offset;
}

function readAddress(view: DataView, at: number): MediaAddress {
  return {
    rendition: readRendition(view, at),
    sequence: view.getUint32(at + 1),
    part: view.getUint16(at + 5),
  };
}

function readRendition(view: DataView, at: number): number {
  const rendition = view.getUint8(at);
  if (rendition >= MAX_RENDITIONS)
    throw new ProtocolError(`Rendition ${rendition} is not below the limit of ${MAX_RENDITIONS}.`);
  return rendition;
}

function readStripe(view: DataView, at: number): number {
  const stripe = view.getUint8(at);
  if (stripe >= MAX_STRIPES)
    throw new ProtocolError(`Stripe ${stripe} is not below the limit of ${MAX_STRIPES}.`);
  return stripe;
}
