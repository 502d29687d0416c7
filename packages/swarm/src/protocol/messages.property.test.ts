import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_RENDITIONS, MAX_SEQUENCE } from '../media-address.ts';
import { decodeMessage } from './decode-message.ts';
import { encodeMessage } from './encode-message.ts';
import {
  MAX_ANNOUNCED,
  MAX_CHUNK_BYTES,
  MAX_FRAME_BYTES,
  MAX_INDEX_BYTES,
  MAX_MEDIA_BYTES,
  MAX_PLAYLIST_BYTES,
  MAX_STRIPE_STATES,
  MAX_STRIPES,
  type Message,
  PROTOCOL_VERSION,
  ProtocolError,
} from './messages.ts';

const byte = fc.nat(255);
const u32 = fc.nat(0xffff_ffff);
const rendition = fc.nat(MAX_RENDITIONS - 1);
const stripe = fc.nat(MAX_STRIPES - 1);
const address = fc.record({ rendition, sequence: fc.nat(MAX_SEQUENCE), part: fc.nat(0xffff) });
const typed = <Type extends Message['type']>(...types: Type[]) => fc.constantFrom(...types);

const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({
    type: typed('hello'),
    version: fc.constant(PROTOCOL_VERSION),
    swarm: fc.uint8Array({ minLength: 16, maxLength: 16 }),
    stripes: fc.integer({ min: 1, max: MAX_STRIPES }),
    network: u32,
  }),
  fc.record({
    type: typed('status'),
    uploadKbps: u32,
    stripes: fc.array(fc.record({ rendition, stripe, hops: byte, lag: byte, spare: byte }), {
      maxLength: MAX_STRIPE_STATES,
    }),
  }),
  fc.record({
    type: typed('have'),
    addresses: fc.array(address, { minLength: 1, maxLength: MAX_ANNOUNCED }),
  }),
  fc.record({ type: typed('subscribe', 'accept', 'refuse', 'unsubscribe'), rendition, stripe }),
  fc.record({ type: typed('request', 'pull'), address, offset: fc.nat(MAX_MEDIA_BYTES - 1) }),
  fc.record({ type: typed('decline', 'cancel'), address }),
  fc.record({ type: typed('ping', 'pong'), nonce: u32 }),
  fc.record({ type: typed('goodbye') }),
  fc.record({ type: typed('want-playlist'), rendition, number: u32, isWhole: fc.boolean() }),
  fc.record({ type: typed('want-index'), rendition, sequence: u32 }),
  fc.record({
    type: typed('index'),
    rendition,
    sequence: u32,
    bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }),
  }),
  fc.record({ type: typed('playlist'), rendition, bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }) }),
  fc
    .record({
      address,
      hops: byte,
      offset: fc.nat(MAX_MEDIA_BYTES - MAX_CHUNK_BYTES),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }),
      behind: fc.nat(1000),
    })
    .map(({ behind, ...push }) => ({
      type: 'push' as const,
      ...push,
      size: push.offset + push.bytes.length + behind,
    })),
);

it('reads every message as it was written', () => {
  fc.assert(
    fc.property(message, (sent) => {
      expect(decodeMessage(encodeMessage(sent))).toEqual(sent);
    }),
  );
});

it('refuses a message that is cut short or has a byte too many', () => {
  fc.assert(
    fc.property(message, fc.nat(), (sent, at) => {
      const frame = encodeMessage(sent);
      if (sent.type === 'push' || sent.type === 'playlist' || sent.type === 'index') return;
      expect(() => decodeMessage(frame.subarray(0, at % frame.length))).toThrow(ProtocolError);
      expect(() => decodeMessage(Uint8Array.of(...frame, 0))).toThrow(ProtocolError);
    }),
  );
});

it('answers any bytes with a message of the same encoding or a protocol error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      let read: Message;
      try {
        read = decodeMessage(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError);
        return;
      }
      expect(encodeMessage(read)).toEqual(bytes);
    }),
  );
});

it('refuses frames, parts and chunks beyond the limits', () => {
  const push = { type: 'push', address: { rendition: 0, sequence: 0, part: 0 }, hops: 0 } as const;
  const frames = [
    new Uint8Array(MAX_FRAME_BYTES + 1),
    encodeMessage({ ...push, size: MAX_MEDIA_BYTES + 1, offset: 0, bytes: new Uint8Array(1) }),
    encodeMessage({ ...push, size: MAX_MEDIA_BYTES, offset: 0, bytes: new Uint8Array(MAX_CHUNK_BYTES + 1) }),
    encodeMessage({ ...push, size: 10, offset: 0, bytes: new Uint8Array(0) }),
    encodeMessage({ ...push, size: 10, offset: 6, bytes: new Uint8Array(5) }),
    encodeMessage({ type: 'subscribe', rendition: MAX_RENDITIONS, stripe: 0 }),
    encodeMessage({ type: 'subscribe', rendition: 0, stripe: MAX_STRIPES }),
    encodeMessage({ type: 'have', addresses: [] }),
    encodeMessage({ type: 'playlist', rendition: 0, bytes: new Uint8Array(0) }),
    encodeMessage({ type: 'playlist', rendition: 0, bytes: new Uint8Array(MAX_PLAYLIST_BYTES + 1) }),
    encodeMessage({ type: 'index', rendition: 0, sequence: 0, bytes: new Uint8Array(0) }),
    encodeMessage({ type: 'index', rendition: 0, sequence: 0, bytes: new Uint8Array(MAX_INDEX_BYTES + 1) }),
    encodeMessage({ type: 'want-index', rendition: MAX_RENDITIONS, sequence: 0 }),
    encodeMessage({ type: 'playlist', rendition: MAX_RENDITIONS, bytes: new Uint8Array(1) }),
  ];
  for (const frame of frames) expect(() => decodeMessage(frame)).toThrow(ProtocolError);
});
