/** One viewer's connection: ICE, DTLS and SRTP by libdatachannel, which gets RTP packets. */
import { randomInt } from 'node:crypto';
import { Audio, PeerConnection, type Track, Video } from 'node-datachannel';
import type { PacketizedFrame } from '../rtp/rtp-packets.ts';
import { type AnsweredMedia, CNAME } from '../sdp/answer.ts';
import { type ReceptionFeedback, readRtcp } from './rtcp.ts';
import { RtpSender } from './rtp-sender.ts';
import { SendLine, type SendQueue } from './send-queue.ts';
import { type VideoFrame, VideoSender } from './video-sender.ts';
import type { OpenCommand, StartCommand } from './worker-messages.ts';

export interface ViewerOptions {
  /** The packets of video for all viewers. */
  readonly queue: SendQueue;
  onAnswer(sdp: string): void;
  onConnected(): void;
  /** The player did not get the first group of pictures: `beginVideo` is due again. */
  onLostStart(): void;
  /** The connection failed, or the player closed it. */
  onClosed(): void;
}

/** The memory for packets that are sent again on request: a second at 4 Mbps, or the largest keyframe of most streams. */
const KEPT_PACKETS = 512;
const KEPT_AUDIO_PACKETS = 64;
const CATCH_UP_BYTES_PER_SECOND = 20_000_000 / 8;
/** By then, the threads of the library call back no more: a callback must not be removed while one calls it. */
const RELEASE_MS = 1_000;
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

interface Sending {
  readonly sender: RtpSender;
  readonly firstTicks: number;
}

export class Viewer {
  readonly videoFeed: string | null;
  readonly audioFeed: string | null;
  readonly #peer: PeerConnection;
  readonly #video: Sending | null;
  readonly #audio: Sending | null;
  readonly #sender: VideoSender;
  readonly #options: ViewerOptions;
  readonly #line = new SendLine();
  readonly #tracks: Track[] = [];
  #isConnected = false;
  #isClosed = false;
  #heardAtMs = 0;
  #sentAtMs = 0;
  #sentFrames = 0;

  /** @throws Error where the native library does not accept the offer */
  constructor(command: OpenCommand, { port, bindAddress }: StartCommand, options: ViewerOptions) {
    const { session, offer, video, audio } = command;
    this.videoFeed = video?.feed ?? null;
    this.audioFeed = audio?.feed ?? null;
    this.#options = options;
    this.#peer = new PeerConnection(session, {
      iceServers: [],
      // All viewers share one port; the ICE user name in their packets tells them apart.
      enableIceUdpMux: true,
      portRangeBegin: port,
      portRangeEnd: port,
      ...(bindAddress !== null && { bindAddress }),
      disableAutoNegotiation: true,
      forceMediaTransport: true,
    });
    this.#video = video && this.#addVideo(video.media);
    this.#audio = audio && this.#addAudio(audio.media);
    this.#sender = new VideoSender({
      send: (frame, ticks) => this.#sendVideo(frame, ticks),
      onLostStart: () => options.onLostStart(),
      now: () => performance.now(),
      catchUpBytesPerSecond: CATCH_UP_BYTES_PER_SECOND,
      maxWaitingBytes: MAX_WAITING_BYTES,
    });
    this.#peer.onStateChange((state) => this.#onState(state));
    this.#peer.onGatheringStateChange((state) => {
      if (state !== 'complete' || this.#isClosed) return;
      const description = this.#peer.localDescription();
      if (description !== null) options.onAnswer(description.sdp);
    });
    try {
      this.#peer.setRemoteDescription(offer, 'offer');
      this.#peer.setLocalDescription('answer');
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Whether no RTCP has come for so long while frames were sent. Players that leave need not say so. */
  hasBeenSilent(ms: number): boolean {
    return this.#isConnected && this.#sentAtMs - this.#heardAtMs > ms;
  }

  get isBehind(): boolean {
    return this.#sender.isBehind;
  }

  get figures(): { sentFrames: number; droppedFrames: number; drops: number } {
    const { droppedFrames, drops } = this.#sender;
    return { sentFrames: this.#sentFrames, droppedFrames, drops };
  }

  beginVideo(gop: readonly VideoFrame[], newestAtMs: number): void {
    this.#sender.begin(gop, newestAtMs);
  }

  sendVideo(frame: VideoFrame): void {
    if (this.#isConnected) this.#sender.push(frame);
  }

  catchUp(): void {
    this.#sender.catchUp();
  }

  /** The video goes on with a keyframe. */
  interrupt(): void {
    this.#sender.interrupt();
  }

  /** Audio is small and does not wait behind keyframes. */
  sendAudio(frame: PacketizedFrame, ticks: number): void {
    if (this.#audio === null || !this.#isConnected) return;
    // RFC 7587 section 4.1: the clock of Opus has 48 kHz.
    const timestamp = this.#timestamp(this.#audio, Math.round((ticks * 48) / 90));
    this.#audio.sender.job(frame, timestamp).run();
    this.#hasSent();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isConnected = false;
    this.#peer.close();
    // Their callbacks would keep this viewer and what it has sent in memory.
    setTimeout(() => {
      for (const track of this.#tracks) track.close();
    }, RELEASE_MS).unref();
  }

  #onState(state: string): void {
    if (this.#isClosed) return;
    if (state === 'connected' && !this.#isConnected) {
      this.#isConnected = true;
      this.#heardAtMs = performance.now();
      this.#options.onConnected();
    } else if (state === 'disconnected' || state === 'failed' || state === 'closed') {
      this.close();
      this.#options.onClosed();
    }
  }

  #sendVideo(frame: PacketizedFrame, ticks: number): void {
    if (this.#video === null) return;
    this.#options.queue.add(this.#line, this.#video.sender.job(frame, this.#timestamp(this.#video, ticks)));
    this.#hasSent();
  }

  #timestamp = ({ firstTicks }: Sending, ticks: number) => (ticks + firstTicks) >>> 0;

  #hasSent(): void {
    this.#sentFrames += 1;
    this.#sentAtMs = performance.now();
  }

  #addVideo(media: AnsweredMedia): Sending {
    const { mid, format, ssrc } = media;
    const description = new Video(mid, 'SendOnly');
    description.addVideoCodec(format.payloadType, format.codec, format.parameters);
    description.addSSRC(ssrc, CNAME);
    const track = this.#peer.addTrack(description);
    return this.#sending(track, media, KEPT_PACKETS, (feedback) => this.#sender.hear(feedback));
  }

  #addAudio(media: AnsweredMedia): Sending {
    const { mid, format, ssrc } = media;
    const description = new Audio(mid, 'SendOnly');
    description.addAudioCodec(format.payloadType, 'opus', format.parameters);
    description.addSSRC(ssrc, CNAME);
    const track = this.#peer.addTrack(description);
    return this.#sending(track, media, KEPT_AUDIO_PACKETS);
  }

  #sending(
    track: Track,
    { ssrc, format }: AnsweredMedia,
    kept: number,
    onFeedback?: (feedback: ReceptionFeedback) => void,
  ): Sending {
    const sender = new RtpSender({
      ssrc,
      cname: CNAME,
      payloadType: format.payloadType,
      kept,
      send: (packet) => {
        if (!this.#isConnected) return true;
        try {
          return track.sendMessageBinary(packet);
        } catch {
          // The track was closed a moment ago; the change of state follows.
          return true;
        }
      },
      now: () => performance.now(),
      wallMs: () => performance.timeOrigin + performance.now(),
      firstSequence: randomInt(2 ** 15),
    });
    this.#tracks.push(track);
    track.onClosed(() => undefined);
    track.onMessage((bytes) => {
      this.#heardAtMs = performance.now();
      const feedback = readRtcp(bytes, ssrc);
      sender.resend(feedback.lost);
      onFeedback?.(feedback);
    });
    return { sender, firstTicks: randomInt(2 ** 31) };
  }
}
