/**
 * A process that renders one animation: it reads bytes of the format that the arguments name from standard input, and
 * writes an animated WebP of their size to standard output. Decoders are large and their input is untrusted, so a crash
 * ends only this process. It ends without output if the image has one frame, or more than an animation may have.
 */
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { Decoder, Demuxer, Encoder, FilterAPI } from 'node-av/api';
import { AV_LOG_QUIET, AV_OPT_SEARCH_CHILDREN, FF_ENCODER_LIBWEBP_ANIM } from 'node-av/constants';
import { type CodecContext, FFmpegError, type Frame, Log, Option } from 'node-av/lib';

const QUALITY = 75;

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
Log.setLevel(AV_LOG_QUIET);
const [format = '', ...numbers] = process.argv.slice(2);
const [width, height, maxPixels = 0, maxFrames = 0, maxMs = 0] = numbers.map(Number);
const input = Demuxer.openSync(await buffer(process.stdin), { format });
const video = input.video();
if (!video) process.exit(1);
/** Sets an option on the context, because the binding frees the `options` of its API twice. */
const set = (context: CodecContext, option: string, value: number) =>
  FFmpegError.throwIfError(
    Option.set(context.getNative(), option, String(value), AV_OPT_SEARCH_CHILDREN),
    `set the option ${option} to ${value}`,
  );
const decoder = Decoder.createSync(video, {
  configure: (context) => set(context, 'max_pixels', maxPixels),
});
const fit = [
  `scale=${width}:${height}:force_original_aspect_ratio=decrease`,
  'format=yuva420p',
  `pad=${width}:${height}:-1:-1:color=black@0`,
  'settb=1/1000',
];
const filter = FilterAPI.create(fit.join(), { threads: 1 });
const encoder = Encoder.createSync(FF_ENCODER_LIBWEBP_ANIM, {
  configure(context) {
    set(context, 'quality', QUALITY);
    set(context, 'compression_level', 3);
  },
});

let frames = 0;
function* limited(all: Iterable<Frame | null>): Generator<Frame | null> {
  for (const frame of all) {
    if (frame !== null) frames += 1;
    const isTooLong = frame !== null && Number(frame.pts + frame.duration) > maxMs;
    if (isTooLong || frames > maxFrames) process.exit(0);
    yield frame;
  }
}

const decoded = limited(filter.framesSync(decoder.framesSync(input.packetsSync())));
// The encoder returns the whole animation when it is flushed.
const packets = [...encoder.packetsSync(decoded)];
const animation = frames > 1 ? packets.flatMap((packet) => packet?.data ?? []) : [];
// The end of the process frees everything.
process.stdout.end(Buffer.concat(animation), () => process.exit(0));
