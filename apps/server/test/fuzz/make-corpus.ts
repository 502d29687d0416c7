/**
 * Regenerates the corpora: publishes a few frames of every codec with FFmpeg through a proxy that
 * records the encoder's bytes, and splits them into inputs. Images come from encoders, and from `hostile-images.ts`.
 *
 *   node apps/server/test/fuzz/make-corpus.ts
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { readAudioTag } from '../../src/media/containers/flv/audio-tag.ts';
import { readVideoTag } from '../../src/media/containers/flv/video-tag.ts';
import { ChunkReader, type RtmpMessage } from '../../src/media/ingest/rtmp/protocol/chunk-reader.ts';
import { createRtmpServer } from '../../src/media/ingest/rtmp/rtmp-server.ts';
import { oversizedImages } from '../support/images/hostile-images.ts';
import { findProgram } from '../support/programs.ts';
import { type FfmpegPublish, publishWithFfmpeg } from '../support/rtmp/ffmpeg-publisher.ts';
import { RecordingPublishTarget } from '../support/rtmp/recording-publish-target.ts';
import { silentLog } from '../support/rtmp/silent-log.ts';
import { CORPORA } from './corpus.ts';

const HANDSHAKE_BYTES = 1 + 2 * 1536;
const CONFIGURATIONS = {
  h264: 'avcc',
  hevc: 'hvcc',
  av1: 'av1c',
  vp9: 'vpcc',
  aac: 'asc',
  opus: 'opushead',
} as const;

/** Configurations that FFmpeg's encoders do not write. */
const BY_HAND: Readonly<Record<string, string>> = {
  'asc-he-aac': '2b118800',
  'asc-he-aac-v2': 'eb098800',
  'asc-he-aac-backward': '131056e598',
  'asc-escaped-rate': '17805dc010',
  'asc-program-config': '118004c40500211000',
  'opushead-5.1': '4f707573486561640106380180bb0000000001040200040102030 5'.replace(' ', ''),
};

type Publish = Omit<FfmpegPublish, 'address' | 'frames'>;
const SESSIONS: Readonly<Record<string, Publish>> = {
  'x264-aac': { video: 'h264', audio: 'aac', bFrames: 2 },
  'x265-aac': { video: 'hevc', audio: 'aac' },
  'svtav1-opus': { video: 'av1', audio: 'opus' },
  'vp9-opus': { video: 'vp9', audio: 'opus' },
};

/** Arguments of FFmpeg for images of twelve pixels a side. */
const IMAGES: Readonly<Record<string, string>> = {
  png: '-frames:v 1 -c:v png -f image2pipe',
  'png-animated': '-frames:v 3 -c:v apng -plays 0 -f apng',
  gif: '-frames:v 3 -c:v gif -f gif',
  'webp-lossy': '-frames:v 1 -c:v libwebp -f image2pipe',
  'webp-lossless': '-frames:v 1 -c:v libwebp -lossless 1 -f image2pipe',
  'webp-animated': '-frames:v 3 -c:v libwebp_anim -f webp',
  jpeg: '-frames:v 1 -c:v mjpeg -pix_fmt yuvj420p -f image2pipe',
};

for (const folder of Object.values(CORPORA)) mkdirSync(folder, { recursive: true });
for (const [name, hex] of Object.entries(BY_HAND)) save('codecs', name, Buffer.from(hex, 'hex'));
for (const [name, bytes] of Object.entries(oversizedImages())) save('images', `oversized-${name}`, bytes);
for (const [name, args] of Object.entries(IMAGES)) {
  const source = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=12x12:rate=10'];
  save(
    'images',
    name,
    execFileSync(findProgram(['ffmpeg']) ?? 'ffmpeg', [...source, ...args.split(' '), '-']),
  );
}
for (const [name, publish] of Object.entries(SESSIONS)) await record(name, publish);

function save(corpus: keyof typeof CORPORA, name: string, bytes: Uint8Array): void {
  writeFileSync(fileURLToPath(new URL(`${name}.bin`, CORPORA[corpus])), bytes);
}

async function record(name: string, publish: Publish): Promise<void> {
  const server = createRtmpServer({ publishTarget: new RecordingPublishTarget(), log: silentLog });
  const { port } = await server.listen(0, '127.0.0.1');
  const said: Buffer[] = [];
  const proxy = createServer((encoder) => {
    const through = connect(port, '127.0.0.1');
    encoder.on('data', (data) => said.push(data));
    encoder.pipe(through).pipe(encoder);
    for (const socket of [encoder, through]) socket.on('error', () => socket.destroy());
  });
  const at = await new Promise<number>((resolve) =>
    proxy.listen(0, '127.0.0.1', () => {
      const address = proxy.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    }),
  );
  const report = await publishWithFfmpeg({
    ...publish,
    address: `rtmp://127.0.0.1:${at}/live/key`,
    frames: 4,
  });
  if (report.error !== '') throw new Error(report.error);
  proxy.close();
  await server.close();
  const session = Buffer.concat(said);
  save('rtmp', `session-${name}`, session);
  takeApart(name, session.subarray(HANDSHAKE_BYTES));
}

function takeApart(name: string, chunks: Buffer): void {
  const messages: RtmpMessage[] = [];
  const limits = { maxChunkStreams: 64, maxPartialBytes: 1e8, maxMessageBytes: () => 1e8 };
  new ChunkReader(limits, (message) => messages.push(message)).read(chunks);
  let commands = 0;
  const tags = { video: 0, audio: 0 };
  for (const { type, body } of messages) {
    // FFmpeg sends the same commands for every codec.
    if ((type === 20 || type === 18) && name === 'x264-aac') save('rtmp', `amf0-${name}-${commands++}`, body);
    if (type === 9 && tags.video < 3) save('flv', `video-${name}-${tags.video++}`, body);
    if (type === 8 && tags.audio < 3) save('flv', `audio-${name}-${tags.audio++}`, body);
    const tag = type === 9 ? readVideoTag(body) : type === 8 ? readAudioTag(body) : null;
    if (tag?.type === 'configuration') save('codecs', `${CONFIGURATIONS[tag.codec]}-${name}`, tag.payload);
    if (tag?.type === 'frame' && 'keyframe' in tag && tag.keyframe)
      save('codecs', `${tag.codec}-${name}`, tag.payload);
  }
}
