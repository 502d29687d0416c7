import { readAudioSpecificConfig } from '../../src/media/codecs/aac.ts';
import { readAv1C, readAv1Frame } from '../../src/media/codecs/av1.ts';
import { MediaFormatError } from '../../src/media/codecs/format-error.ts';
import { readAvcC, readH264Frame } from '../../src/media/codecs/h264.ts';
import { readHevcFrame, readHvcC } from '../../src/media/codecs/hevc.ts';
import { readOpusHead } from '../../src/media/codecs/opus.ts';
import { readVp9KeyframeSize, readVpcC } from '../../src/media/codecs/vp9.ts';
import { FlvDemuxer } from '../../src/media/containers/flv/demuxer.ts';
import { decodeAmf0, encodeAmf0 } from '../../src/media/ingest/rtmp/protocol/amf0.ts';
import { ChunkReader, type RtmpMessage } from '../../src/media/ingest/rtmp/protocol/chunk-reader.ts';
import { basicHeader, writeChunks } from '../../src/media/ingest/rtmp/protocol/chunk-writer.ts';
import { Handshake } from '../../src/media/ingest/rtmp/protocol/handshake.ts';
import { RtmpError } from '../../src/media/ingest/rtmp/protocol/rtmp-error.ts';
import { type RtmpPeer, RtmpSession } from '../../src/media/ingest/rtmp/rtmp-session.ts';
import { readFragment } from '../../src/media/webrtc/sdp/fragment.ts';
import { readOffer } from '../../src/media/webrtc/sdp/offer.ts';
import { SdpError } from '../../src/media/webrtc/sdp/sdp-error.ts';
import { readRtcp } from '../../src/media/webrtc/worker/rtcp.ts';
import { animationFormat, probeImage } from '../../src/platform/images/image-probe.ts';
import { RecordingPublishTarget } from '../support/rtmp/recording-publish-target.ts';
import { silentLog } from '../support/rtmp/silent-log.ts';
import { readCorpus, type Seed } from './corpus.ts';
import { mutate } from './mutate.ts';
import type { Random } from './random.ts';
import { SWARM_ERRORS, SWARM_TARGETS } from './swarm-targets.ts';

/** A parser under test. */
export interface Target {
  readonly name: string;
  /** Its share of a run, relative to the others'. */
  readonly weight: number;
  /** Generates an input; deterministic for the same random numbers. */
  make(random: Random): Buffer;
  /** Parses it. Throwing anything but the typed errors is a failure. */
  run(input: Buffer): void | Promise<void>;
}

/** The limits of a connection in these runs. A reader that holds more has failed. */
const LIMITS = { maxChunkStreams: 32, maxPartialBytes: 1 << 20, maxMessageBytes: () => 1 << 19 };

/** Runs `read`, ignoring the errors that it may throw. */
export async function survives(target: Target, input: Buffer): Promise<void> {
  try {
    await target.run(input);
  } catch (error) {
    const isTyped = [RtmpError, MediaFormatError, SdpError, ...SWARM_ERRORS].some(
      (type) => error instanceof type,
    );
    if (!isTyped) throw error;
  }
}

export function makeTargets(): Target[] {
  const codecs = readCorpus('codecs');
  const flv = readCorpus('flv');
  const rtmp = readCorpus('rtmp');
  const sessions = rtmp.filter(({ kind }) => kind === 'session').map(({ bytes }) => bytes);
  const conversations = sessions.map(messagesOf);
  return [
    ...codecTargets(codecs),
    ...whepTargets(readCorpus('whep')),
    ...SWARM_TARGETS,
    {
      name: 'image',
      weight: 4,
      make: fromSeeds(readCorpus('images')),
      run: (input) => {
        const header = probeImage(input);
        if (header !== null) animationFormat(input, header);
      },
    },
    { name: 'flv', weight: 4, make: (random) => flvTags(random, flv), run: readTags },
    {
      name: 'amf0',
      weight: 4,
      make: fromSeeds(rtmp.filter(({ kind }) => kind === 'amf0')),
      run: (input) => {
        encodeAmf0(decodeAmf0(input));
      },
    },
    {
      name: 'handshake',
      weight: 1,
      make: (random) => {
        const bytes = random.bytes(random.below(1700));
        if (!random.once(8)) bytes[0] = 3;
        return bytes;
      },
      run: (input) => {
        const handshake = new Handshake(() => {});
        for (let at = 0; at < input.length && !handshake.done; )
          at = handshake.read(input.subarray(0, at + 700), at);
      },
    },
    {
      name: 'chunks',
      weight: 2,
      make: (random) => {
        const session = random.pick(sessions).subarray(3073, 3073 + 6000);
        return random.once(3)
          ? mutate(random, session, sessions)
          : conversation(random, random.pick(conversations));
      },
      run: (input) => {
        const reader = new ChunkReader(LIMITS, () => {});
        for (let at = 0; at < input.length; at += 1000) reader.read(input.subarray(at, at + 1000));
      },
    },
    {
      name: 'session',
      weight: 1,
      make: (random) => conversation(random, random.pick(conversations)),
      run: converse,
    },
  ];
}

function fromSeeds(seeds: readonly Seed[]): (random: Random) => Buffer {
  const all = seeds.map(({ bytes }) => bytes);
  return (random) => mutate(random, random.pick(all), all);
}

/** What players send. */
function whepTargets(seeds: readonly Seed[]): Target[] {
  const readers: readonly (readonly [string, (input: Buffer) => unknown])[] = [
    ['offer', (input) => readOffer(input.toString('utf8'))],
    ['fragment', (input) => readFragment(input.toString('utf8'))],
    ['rtcp', (input) => readRtcp(input, 1_234)],
  ];
  return readers.map(([name, read]) => ({
    name,
    weight: 1,
    make: fromSeeds(seeds.filter(({ kind }) => kind === name)),
    run: (input) => {
      read(input);
    },
  }));
}

function codecTargets(seeds: readonly Seed[]): Target[] {
  const of = (kind: string): Seed[] => seeds.filter((seed) => seed.kind === kind);
  const first = (kind: string): Buffer => of(kind)[0]?.bytes ?? Buffer.alloc(0);
  const h264 = readAvcC(first('avcc'));
  const hevc = readHvcC(first('hvcc'));
  const av1 = readAv1C(first('av1c'));
  const readers: readonly (readonly [string, number, (input: Buffer) => unknown])[] = [
    ['avcc', 4, readAvcC],
    ['hvcc', 4, readHvcC],
    ['av1c', 4, readAv1C],
    ['vpcc', 1, readVpcC],
    ['asc', 3, readAudioSpecificConfig],
    ['opushead', 1, readOpusHead],
    ['h264', 1, (input) => readH264Frame(input, h264, true)],
    ['hevc', 1, (input) => readHevcFrame(input, hevc, true)],
    ['av1', 1, (input) => readAv1Frame(input, av1, true)],
    ['vp9', 1, readVp9KeyframeSize],
  ];
  return readers.map(([name, weight, read]) => ({
    name,
    weight,
    make: fromSeeds(of(name).map((seed) => ({ ...seed, bytes: seed.bytes.subarray(0, 2000) }))),
    run: (input) => {
      read(input);
    },
  }));
}

/** A few tags in sequence, each with its kind and length; most of them damaged. */
function flvTags(random: Random, seeds: readonly Seed[]): Buffer {
  const all = seeds.map(({ bytes }) => bytes);
  const parts: Buffer[] = [];
  for (let i = 1 + random.below(5); i > 0; i--) {
    const seed = random.pick(seeds);
    const body = random.once(3) ? seed.bytes : mutate(random, seed.bytes.subarray(0, 3000), all);
    const head = Buffer.alloc(4);
    head[0] = seed.kind === 'video' ? 9 : 8;
    head.writeUIntBE(body.length, 1, 3);
    parts.push(head, body);
  }
  return Buffer.concat(parts);
}

function readTags(input: Buffer): void {
  const demuxer = new FlvDemuxer({ track() {}, unit() {} });
  let at = 0;
  for (let time = 0; at + 4 <= input.length; time += 20) {
    const length = input.readUIntBE(at + 1, 3);
    const body = input.subarray(at + 4, at + 4 + length);
    if (input[at] === 9) demuxer.video(body, time);
    else demuxer.audio(body, time);
    at += 4 + length;
  }
}

function messagesOf(session: Buffer): RtmpMessage[] {
  const messages: RtmpMessage[] = [];
  new ChunkReader({ ...LIMITS, maxMessageBytes: () => 1 << 20 }, (message) => {
    messages.push({ ...message, body: message.body.subarray(0, 3000) });
  }).read(session.subarray(3073));
  return messages;
}

/** A recorded session with messages dropped, repeated, changed and swapped, in chunks of any size. */
function conversation(random: Random, messages: readonly RtmpMessage[]): Buffer {
  const bodies = messages.map(({ body }) => body);
  const parts: Buffer[] = [];
  let chunkSize = 128;
  for (const message of messages) {
    if (random.once(12)) continue;
    const told = random.once(6) ? changed(random, message, bodies) : message;
    const chunkStream = random.once(20) ? random.pick([2, 63, 64, 319, 320, 65_599]) : 3 + (message.type % 8);
    for (let times = random.once(12) ? 2 : 1; times > 0; times--)
      parts.push(writeChunks(chunkStream, told, chunkSize));
    if (random.once(10)) {
      chunkSize = random.pick([1, 64, 128, 4096, 65_536]);
      const body = Buffer.alloc(4);
      body.writeUInt32BE(chunkSize);
      parts.push(writeChunks(2, { type: 1, streamId: 0, timestamp: 0, body }, 128));
    }
    if (random.once(30))
      parts.push(Buffer.concat([basicHeader(random.below(4), random.below(70)), random.bytes(7)]));
  }
  const whole = Buffer.concat(parts);
  return random.once(3) ? mutate(random, whole, bodies) : whole;
}

function changed(random: Random, message: RtmpMessage, bodies: readonly Buffer[]): RtmpMessage {
  switch (random.below(4)) {
    case 0:
      return { ...message, type: random.below(24) };
    case 1:
      return { ...message, timestamp: random.next() };
    case 2:
      return { ...message, streamId: random.next() };
    default:
      return { ...message, body: mutate(random, message.body, bodies) };
  }
}

/** A connection's whole path from bytes to publication, without a socket. */
async function converse(input: Buffer): Promise<void> {
  let closed = false;
  let paused = false;
  const peer: RtmpPeer = {
    remoteAddress: '192.0.2.1',
    takeAttempt: () => true,
    send() {},
    pause() {
      paused = true;
      reader.stop();
    },
    resume() {
      paused = false;
    },
    close(reason, cause) {
      closed = true;
      reader.stop();
      session.end(reason, cause);
    },
    publishing() {},
    mediaArrived() {},
    acknowledgeEvery() {},
  };
  const publishTarget = new RecordingPublishTarget();
  const session = new RtmpSession(peer, publishTarget, silentLog);
  const reader = new ChunkReader(LIMITS, (message) => session.message(message));
  try {
    for (let rest = input; rest.length > 0 && !closed; ) {
      rest = reader.read(rest);
      // The publish target answers on a later turn.
      for (let turn = 0; paused && turn < 10; turn++) await null;
      if (paused) throw new Error('The session never resumed.');
    }
  } finally {
    session.end(session.reasonOfPeerClose());
  }
  for (const publication of publishTarget.publications) {
    if (publication.closedWith === null) throw new Error('A publication was left open.');
  }
}
