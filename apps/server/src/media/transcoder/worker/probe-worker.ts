/** The process that tries an encoder of a GPU, whose driver may crash or hang. It says `works` where it works. */
import { AV_LOG_QUIET, AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_NONE } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { allocateFrame } from '../../ffmpeg.ts';
import { HARDWARE_ENCODERS } from '../codecs/hardware-encoders.ts';

/** NVENC takes no frames that are much smaller. */
const SIZE = { width: 640, height: 360 };
/** More than an encoder may hold back. */
const FRAMES = 8;

async function probe(name: string | undefined): Promise<boolean> {
  const backend = HARDWARE_ENCODERS.find((one) => one.name === name);
  if (backend === undefined) return false;
  using frame = allocateFrame(SIZE.width, SIZE.height);
  for (const plane of frame.data ?? []) plane.fill(128);
  const encoder = backend.open({ ...SIZE, frameRate: 30, bitsPerSecond: 1_000_000 }, frame);
  let bytes = 0;
  for (let i = 0; i < FRAMES; i += 1) {
    frame.pts = BigInt(i * 3000);
    frame.pictType = i === 0 ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    for (const packet of await encoder.encode(frame)) {
      using it = packet;
      bytes += it.size;
    }
  }
  return bytes > 0;
}

Log.setLevel(AV_LOG_QUIET);
const works = await probe(process.argv[2]).catch(() => false);
process.stdout.write(works ? 'works' : 'fails', () => process.exit());
