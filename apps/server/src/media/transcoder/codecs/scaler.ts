/** Scales decoded frames to the size of a rendition, and converts them to 4:2:0 in 8 bits. */
import { AV_PIX_FMT_YUV420P, type AVPixelFormat, SWS_BICUBIC } from 'node-av/constants';
import { FFmpegError, type Frame, SoftwareScaleContext } from 'node-av/lib';
import { allocateFrame } from '../../ffmpeg.ts';

export class Scaler {
  readonly #width: number;
  readonly #height: number;
  #context: SoftwareScaleContext | null = null;
  /** What the context was made for. */
  #source = '';
  #scaled: Frame | null = null;

  readonly #format: AVPixelFormat;

  /** @param format encoders of GPUs need NV12 */
  constructor(width: number, height: number, format: AVPixelFormat = AV_PIX_FMT_YUV420P) {
    this.#width = width;
    this.#height = height;
    this.#format = format;
  }

  /** @returns a frame that belongs to the scaler until the next call, or the source where it needs no change */
  scale(source: Frame): Frame {
    if (source.width === this.#width && source.height === this.#height && source.format === this.#format)
      return source;
    const context = this.#contextFor(source);
    // An encoder may still hold the last one.
    if (this.#scaled !== null && !this.#scaled.isWritable) this.#release();
    this.#scaled ??= allocateFrame(this.#width, this.#height, this.#format);
    const scaled = this.#scaled;
    FFmpegError.throwIfError(context.scaleFrameSync(scaled, source), 'scale a frame');
    scaled.pts = source.pts;
    scaled.pictType = source.pictType;
    scaled.sampleAspectRatio = source.sampleAspectRatio;
    scaled.colorRange = source.colorRange;
    scaled.colorPrimaries = source.colorPrimaries;
    scaled.colorTrc = source.colorTrc;
    scaled.colorSpace = source.colorSpace;
    scaled.chromaLocation = source.chromaLocation;
    return scaled;
  }

  close(): void {
    this.#release();
    this.#context?.freeContext();
    this.#context = null;
    this.#source = '';
  }

  #release(): void {
    this.#scaled?.free();
    this.#scaled = null;
  }

  #contextFor({ width, height, format }: Frame): SoftwareScaleContext {
    const source = `${width}x${height}/${format}`;
    if (this.#context !== null && this.#source === source) return this.#context;
    this.close();
    const context = new SoftwareScaleContext();
    context.getContext(
      ...([width, height, format as AVPixelFormat] as const),
      ...([this.#width, this.#height, this.#format] as const),
      SWS_BICUBIC,
    );
    this.#context = context;
    this.#source = source;
    return context;
  }
}
