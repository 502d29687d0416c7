/** One viewer's connection: ICE, DTLS and SRTP by libdatachannel, which packetizes frames and answers NACKs. */
import {
  Audio,
  AV1RtpPacketizer,
  H264RtpPacketizer,
  H265RtpPacketizer,
  type MediaHandler,
  PeerConnection,
  RtcpNackResponder,
  RtcpSrReporter,
  RtpPacketizationConfig,
  RtpPacketizer,
  type Track,
  Video,
} from 'node-datachannel';
import { type AnsweredMedia, CNAME } from '../sdp/answer.ts';
import { readRtcp } from './rtcp.ts';
import { type VideoFrame, VideoSender } from './video-sender.ts';
import type { OpenCommand, StartCommand } from './worker-messages.ts';

export interface ViewerEvents {
  onAnswer(sdp: string): void;
  onConnected(): void;
  /** The connection failed, or the player closed it. */
  onClosed(): void;
}

/** Without headers of IP, UDP and SRTP, so that packets fit an MTU of 1,280 bytes, which every network carries. */
const MAX_FRAGMENT_BYTES = 1_160;
/** What is sent again on request: a second at 4 Mbps. It is most of a viewer's memory. */
const NACK_PACKETS = 512;
const AUDIO_NACK_PACKETS = 64;
const CATCH_UP_BYTES_PER_SECOND = 20_000_000 / 8;
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

interface Sending {
  readonly track: Track;
  readonly rtp: RtpPacketizationConfig;
  /** Native objects that must live as long as the track. */
  readonly handlers: readonly MediaHandler[];
  readonly firstTicks: number;
}

export class Viewer {
  readonly videoFeed: string | null;
  readonly audioFeed: string | null;
  readonly #peer: PeerConnection;
  readonly #video: Sending | null;
  readonly #audio: Sending | null;
  readonly #sender: VideoSender;
  readonly #events: ViewerEvents;
  #isConnected = false;
  #isClosed = false;
  #heardAtMs = 0;
  #sentAtMs = 0;
  #sentFrames = 0;

  /** @throws Error where the native library does not accept the offer */
  constructor(command: OpenCommand, { port, bindAddress }: StartCommand, events: ViewerEvents) {
    const { session, offer, video, audio } = command;
    this.videoFeed = video?.feed ?? null;
    this.audioFeed = audio?.feed ?? null;
    this.#events = events;
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
      send: (frame, ticks) => this.#send(this.#video, frame.payload, ticks),
      now: () => performance.now(),
      catchUpBytesPerSecond: CATCH_UP_BYTES_PER_SECOND,
      maxWaitingBytes: MAX_WAITING_BYTES,
    });
    this.#peer.onStateChange((state) => this.#onState(state));
    this.#peer.onGatheringStateChange((state) => {
      if (state !== 'complete' || this.#isClosed) return;
      const description = this.#peer.localDescription();
      if (description !== null) events.onAnswer(description.sdp);
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

  sendAudio(payload: Uint8Array, ticks: number): void {
    // RFC 7587 section 4.1: the clock of Opus has 48 kHz.
    if (this.#isConnected) this.#send(this.#audio, payload, Math.round((ticks * 48) / 90));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isConnected = false;
    this.#peer.close();
  }

  #onState(state: string): void {
    if (this.#isClosed) return;
    if (state === 'connected' && !this.#isConnected) {
      this.#isConnected = true;
      this.#heardAtMs = performance.now();
      this.#events.onConnected();
    } else if (state === 'disconnected' || state === 'failed' || state === 'closed') {
      this.close();
      this.#events.onClosed();
    }
  }

  #send(to: Sending | null, payload: Uint8Array, ticks: number): void {
    if (to === null || !this.#isConnected || !to.track.isOpen()) return;
    to.rtp.timestamp = (ticks + to.firstTicks) % 2 ** 32;
    try {
      // The socket does not block: what the system cannot take is lost, and requested again.
      to.track.sendMessageBinary(Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength));
      this.#sentFrames += 1;
      this.#sentAtMs = performance.now();
    } catch {
      // The track was closed between the check and the call; the change of state follows.
    }
  }

  #addVideo(media: AnsweredMedia): Sending {
    const { mid, format, ssrc } = media;
    const description = new Video(mid, 'SendOnly');
    const { payloadType, parameters } = format;
    description.addVideoCodec(payloadType, format.codec, parameters);
    description.addSSRC(ssrc, CNAME);
    const track = this.#peer.addTrack(description);
    const rtp = new RtpPacketizationConfig(ssrc, CNAME, payloadType, 90_000);
    const packetizer = videoPacketizer(format.codec, rtp);
    const sending = chained(track, rtp, packetizer, NACK_PACKETS);
    track.onMessage((bytes) => {
      this.#heardAtMs = performance.now();
      this.#sender.hear(readRtcp(bytes));
    });
    return sending;
  }

  #addAudio({ mid, format, ssrc }: AnsweredMedia): Sending {
    const description = new Audio(mid, 'SendOnly');
    description.addAudioCodec(format.payloadType, 'opus', format.parameters);
    description.addSSRC(ssrc, CNAME);
    const track = this.#peer.addTrack(description);
    track.onMessage(() => {
      this.#heardAtMs = performance.now();
    });
    const rtp = new RtpPacketizationConfig(ssrc, CNAME, format.payloadType, 48_000);
    return chained(track, rtp, new RtpPacketizer(rtp), AUDIO_NACK_PACKETS);
  }
}

function videoPacketizer(codec: string, rtp: RtpPacketizationConfig): RtpPacketizer {
  if (codec === 'H265') return new H265RtpPacketizer('Length', rtp, MAX_FRAGMENT_BYTES);
  if (codec === 'AV1') return new AV1RtpPacketizer('TemporalUnit', rtp, MAX_FRAGMENT_BYTES);
  return new H264RtpPacketizer('Length', rtp, MAX_FRAGMENT_BYTES);
}

/** Frames become packets, sender reports go between them, and packets are kept to be sent again. */
function chained(
  track: Track,
  rtp: RtpPacketizationConfig,
  packetizer: RtpPacketizer,
  kept: number,
): Sending {
  const reporter = new RtcpSrReporter(rtp);
  const responder = new RtcpNackResponder(kept);
  packetizer.addToChain(reporter);
  packetizer.addToChain(responder);
  track.setMediaHandler(packetizer);
  const firstTicks = Math.floor(Math.random() * 2 ** 31);
  return { track, rtp, handlers: [packetizer, reporter, responder], firstTicks };
}
