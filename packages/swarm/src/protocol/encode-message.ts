import type { MediaAddress } from '../media-address.ts';
import {
  type IndexAnswer,
  type Message,
  type PlaylistAnswer,
  type Push,
  type Status,
  TYPE_CODES,
} from './messages.ts';

/** "TS": tells data channels of other programs apart. */
export const MAGIC = 0x5453;
export const PUSH_HEADER_BYTES = 17;
export const PLAYLIST_HEADER_BYTES = 2;
export const INDEX_HEADER_BYTES = 6;

/** The longest message without media is a status of `MAX_STRIPE_STATES` stripes. */
const CONTROL_BYTES = 1024;
const control = new Uint8Array(CONTROL_BYTES);
const view = new DataView(control.buffer);

/** @returns the frame of a message, in a buffer of its own */
export function encodeMessage(message: Message): Uint8Array<ArrayBuffer> {
  if (message.type === 'push') return encodePush(message);
  if (message.type === 'playlist') return encodePlaylist(message);
  if (message.type === 'index') return encodeIndex(message);
  return control.slice(0, writeControl(message));
}

function encodePush({ address, hops, size, offset, bytes }: Push): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(PUSH_HEADER_BYTES + bytes.length);
  const header = new DataView(frame.buffer);
  header.setUint8(0, TYPE_CODES.push);
  writeAddress(header, 1, address);
  header.setUint8(8, hops);
  header.setUint32(9, size);
  header.setUint32(13, offset);
  frame.set(bytes, PUSH_HEADER_BYTES);
  return frame;
}

function encodePlaylist({ rendition, bytes }: PlaylistAnswer): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(PLAYLIST_HEADER_BYTES + bytes.length);
  frame[0] = TYPE_CODES.playlist;
  frame[1] = rendition;
  frame.set(bytes, PLAYLIST_HEADER_BYTES);
  return frame;
}

function encodeIndex({ rendition, sequence, bytes }: IndexAnswer): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(INDEX_HEADER_BYTES + bytes.length);
  frame[0] = TYPE_CODES.index;
  frame[1] = rendition;
  new DataView(frame.buffer).setUint32(2, sequence);
  frame.set(bytes, INDEX_HEADER_BYTES);
  return frame;
}

/** @returns the end of what was written */
function writeControl(message: Exclude<Message, Push | PlaylistAnswer | IndexAnswer>): number {
  view.setUint8(0, TYPE_CODES[message.type]);
  switch (message.type) {
    case 'hello':
      view.setUint16(1, MAGIC);
      view.setUint8(3, message.version);
      control.set(message.swarm, 4);
      view.setUint8(20, message.stripes);
      view.setUint32(21, message.network);
      return 25;
    case 'status':
      return writeStatus(message);
    case 'have': {
      view.setUint8(1, message.addresses.length);
      let at = 2;
      for (const address of message.addresses) at = writeAddress(view, at, address);
      return at;
    }
    case 'subscribe':
    case 'accept':
    case 'refuse':
    case 'unsubscribe':
      view.setUint8(1, message.rendition);
      view.setUint8(2, message.stripe);
      return 3;
    case 'request':
    case 'pull':
      view.setUint32(writeAddress(view, 1, message.address), message.offset);
      return 12;
    case 'decline':
    case 'cancel':
      return writeAddress(view, 1, message.address);
    case 'want-playlist':
      view.setUint8(1, message.rendition);
      view.setUint32(2, message.number);
      view.setUint8(6, message.isWhole ? 1 : 0);
      return 7;
    case 'want-index':
      view.setUint8(1, message.rendition);
      view.setUint32(2, message.sequence);
      return 6;
    case 'ping':
    case 'pong':
      view.setUint32(1, message.nonce);
      return 5;
    case 'goodbye':
      return 1;
  }
}

function writeStatus({ uploadKbps, stripes }: Status): number {
  view.setUint32(1, uploadKbps);
  view.setUint8(5, stripes.length);
  let at = 6;
  for (const { rendition, stripe, hops, lag, spare } of stripes) {
    view.setUint8(at, rendition);
    view.setUint8(at + 1, stripe);
    view.setUint8(at + 2, hops);
    view.setUint8(at + 3, lag);
    view.setUint8(at + 4, spare);
    at += 5;
  }
  return at;
}

function writeAddress(into: DataView, at: number, { rendition, sequence, part }: MediaAddress): number {
  into.setUint8(at, rendition);
  into.setUint32(at + 1, sequence);
  into.setUint16(at + 5, part);
  return at + 7;
}
