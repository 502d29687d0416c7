/** Video and audio that a test sends over RTMP, frame by frame. */
import { aacFrame, aacHeader, avcFrame, avcHeader, nal } from '../rtmp/flv-samples.ts';
import type { RtmpClient } from '../rtmp/rtmp-client.ts';

const FRAME_MS = 33;
const GOP_FRAMES = 30;
/** Keyframes take several packets. All frames of a test together fit into the receive buffer of a socket. */
const KEYFRAME_BYTES = 3_000;
const FRAME_BYTES = 500;

export class FrameSource {
  readonly #client: RtmpClient;
  readonly #compositionMs: number;
  #sent = 0;

  /** @param compositionMs how much later than decoded frames are displayed: not 0 for B-frames */
  constructor(client: RtmpClient, compositionMs = 0) {
    this.#client = client;
    this.#compositionMs = compositionMs;
    client.video(0, avcHeader());
    client.audio(0, aacHeader());
  }

  /** How many frames were sent since the newest keyframe, the keyframe included. */
  get gopFrames(): number {
    return ((this.#sent - 1) % GOP_FRAMES) + 1;
  }

  /** Sends frames of video with an audio frame each, as fast as the socket takes them. */
  send(frames: number): void {
    for (let i = 0; i < frames; i += 1) {
      const at = this.#sent * FRAME_MS;
      const isKeyframe = this.#sent % GOP_FRAMES === 0;
      const payload = isKeyframe ? nal(5, KEYFRAME_BYTES) : nal(1, FRAME_BYTES);
      this.#client.video(at, avcFrame(isKeyframe, payload, this.#compositionMs));
      this.#client.audio(at, aacFrame());
      this.#sent += 1;
    }
  }

  /** Sends frames as long as the promise is pending, one each turn of the event loop that has room for it. */
  async sendUntil(done: Promise<unknown>): Promise<void> {
    let isDone = false;
    void done.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      this.send(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await done;
  }
}
