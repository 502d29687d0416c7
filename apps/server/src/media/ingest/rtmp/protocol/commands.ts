/** Reads command messages, and builds the messages that this server sends (RTMP specification section 7). */
import type { Status } from '../rtmp-status.ts';
import { type Amf0Object, type Amf0Value, decodeAmf0, encodeAmf0 } from './amf0.ts';
import type { RtmpMessage } from './chunk-reader.ts';
import { RtmpError } from './rtmp-error.ts';

export const MESSAGE = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  dataAmf3: 15,
  commandAmf3: 17,
  data: 18,
  command: 20,
  aggregate: 22,
} as const;

const STREAM_BEGIN = 0;
const PING_RESPONSE = 7;
/** Set RtmpPeer Bandwidth: the peer may replace the limit by its own (section 5.4.5). */
const LIMIT_DYNAMIC = 2;

/** Capabilities of Enhanced RTMP v2: FourCcInfoMask, CapsExMask. */
const CAN_FORWARD = 4;
const CAPABILITY_MODEX = 4;
const CAPABILITY_NANO_OFFSET = 8;
const VIDEO_FOURCCS = ['avc1', 'hvc1', 'av01', 'vp09'] as const;
const AUDIO_FOURCCS = ['mp4a', 'Opus'] as const;

export interface Command {
  readonly name: string;
  /** 0 if no answer is expected. */
  readonly transaction: number;
  readonly object: Amf0Object;
  readonly args: readonly Amf0Value[];
  readonly streamId: number;
}

/** Reads a command message's body. @throws RtmpError of reason `bad_message` */
export function readCommand(body: Buffer, streamId: number): Command {
  const [name, transaction, object, ...args] = decodeAmf0(body);
  if (typeof name !== 'string')
    throw new RtmpError('bad_message', `A command begins with a ${typeof name}, not with its name.`);
  return {
    name,
    transaction: typeof transaction === 'number' && Number.isFinite(transaction) ? transaction : 0,
    object: isAmf0Object(object) ? object : {},
    args,
    streamId,
  };
}

export function isAmf0Object(value: Amf0Value): value is Amf0Object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** A string, truncated to 512 characters; the empty string for any other value. */
export function stringOf(value: Amf0Value): string {
  return typeof value === 'string' ? value.slice(0, 512) : '';
}

function message(type: number, streamId: number, body: Buffer): RtmpMessage {
  return { type, streamId, timestamp: 0, body };
}

function invoke(streamId: number, ...values: Amf0Value[]): RtmpMessage {
  return message(MESSAGE.command, streamId, encodeAmf0(values));
}

function numbers(type: number, ...values: number[]): RtmpMessage {
  const body = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) body.writeUInt32BE(value >>> 0, i * 4);
  return message(type, 0, body);
}

export function setChunkSize(bytes: number): RtmpMessage {
  return numbers(MESSAGE.setChunkSize, bytes);
}

/** The sequence number wraps at 32 bits (section 5.4.3). */
export function acknowledgement(bytesReceived: number): RtmpMessage {
  return numbers(MESSAGE.acknowledgement, bytesReceived % 2 ** 32);
}

export function windowSize(bytes: number): RtmpMessage {
  return numbers(MESSAGE.windowSize, bytes);
}

export function peerBandwidth(bytes: number): RtmpMessage {
  const body = Buffer.alloc(5);
  body.writeUInt32BE(bytes);
  body[4] = LIMIT_DYNAMIC;
  return message(MESSAGE.peerBandwidth, 0, body);
}

function userControl(event: number, value: number): RtmpMessage {
  const body = Buffer.alloc(6);
  body.writeUInt16BE(event);
  body.writeUInt32BE(value >>> 0, 2);
  return message(MESSAGE.userControl, 0, body);
}

export function streamBegin(streamId: number): RtmpMessage {
  return userControl(STREAM_BEGIN, streamId);
}

export function pingResponse(timestamp: number): RtmpMessage {
  return userControl(PING_RESPONSE, timestamp);
}

/** The answer to connect, with the server's capabilities of Enhanced RTMP. */
export function connectResult(transaction: number): RtmpMessage {
  const forwards = (names: readonly string[]): Amf0Object =>
    Object.fromEntries(names.map((name) => [name, CAN_FORWARD]));
  const information: Amf0Object = {
    level: 'status',
    code: 'NetConnection.Connect.Success',
    description: 'Connection succeeded.',
    objectEncoding: 0,
    fourCcList: [...VIDEO_FOURCCS, ...AUDIO_FOURCCS],
    videoFourCcInfoMap: forwards(VIDEO_FOURCCS),
    audioFourCcInfoMap: forwards(AUDIO_FOURCCS),
    capsEx: CAPABILITY_MODEX | CAPABILITY_NANO_OFFSET,
  };
  // Encoders expect an FMS of version 3 here.
  return invoke(
    0,
    '_result',
    transaction,
    { fmsVer: 'FMS/3,5,7,7009', capabilities: 31, mode: 1 },
    information,
  );
}

export function result(transaction: number, value: Amf0Value): RtmpMessage {
  return invoke(0, '_result', transaction, null, value);
}

export function callFailed(transaction: number, name: string): RtmpMessage {
  return invoke(0, '_error', transaction, null, {
    level: 'error',
    code: 'NetConnection.Call.Failed',
    description: `Command ${name.slice(0, 64)} is not supported.`,
  });
}

export function onStatus(streamId: number, status: Status): RtmpMessage {
  return invoke(streamId, 'onStatus', 0, null, { ...status });
}

/** Builds onFCPublish and onFCUnpublish, which Flash Media Live Encoder expects. */
export function onFcNotice(method: 'onFCPublish' | 'onFCUnpublish', code: string, name: string): RtmpMessage {
  return invoke(0, method, 0, null, { level: 'status', code, description: name });
}
