/**
 * The protocol state of one connection: connect, createStream, publish, and the commands that encoders
 * send around them (releaseStream, FCPublish). Independent of the socket, which is behind `RtmpPeer`.
 */
import { MediaFormatError, type UnsupportedMedia } from '../../codecs/format-error.ts';
import type { MediaLog, PublishRefusal, PublishResult, PublishTarget } from '../../ports.ts';
import type { DisconnectReason } from '../../reader.ts';
import { type CloseReason, disconnectReason } from './close-reason.ts';
import type { RtmpMessage } from './protocol/chunk-reader.ts';
import * as commands from './protocol/commands.ts';
import { MESSAGE } from './protocol/commands.ts';
import { RtmpError } from './protocol/rtmp-error.ts';
import { streamPath } from './protocol/stream-path.ts';
import { RtmpDemuxer } from './rtmp-demuxer.ts';
import * as status from './rtmp-status.ts';

/** The connection as the session needs it. */
export interface RtmpPeer {
  readonly remoteAddress: string;
  /**
   * Counts a connection or a publish request.
   * @returns false if its network made too many
   */
  takeAttempt(): boolean;
  /** @param chunkStream 2 for control, 3 for answers to commands, 5 for a stream's status */
  send(chunkStream: number, message: RtmpMessage): void;
  /** Stops delivering messages until `resume`. */
  pause(): void;
  resume(): void;
  /** Calls `RtmpSession.end`, sends what is queued, then closes. */
  close(reason: CloseReason, cause?: MediaFormatError): void;
  /** A publication began or ended; deadlines and limits depend on it. */
  publishing(active: boolean): void;
  /** A media message arrived. */
  mediaArrived(): void;
  /** The peer sent its window for acknowledgements. */
  acknowledgeEvery(bytes: number): void;
}

/** The most message streams on one connection; encoders create one. */
const MAX_STREAMS = 16;
const OUR_WINDOW = 2_500_000;
/** The maximum of the older specification. FFmpeg then uses the same size for its own chunks. */
export const OUR_CHUNK_SIZE = 65_536;

const CONTROL = 2;
const CONNECTION = 3;
const STREAM = 5;

type State = 'new' | 'connected' | 'deciding' | 'publishing' | 'ended';

export class RtmpSession {
  readonly #peer: RtmpPeer;
  readonly #publishTarget: PublishTarget;
  readonly #log: MediaLog;
  #state: State = 'new';
  #app = '';
  #encoder: string | null = null;
  #streams = 0;
  #publisher: RtmpDemuxer | null = null;
  #publishStream = 0;
  #publishName = '';
  #published = false;
  #peerBandwidth = 0;

  constructor(peer: RtmpPeer, publishTarget: PublishTarget, log: MediaLog) {
    this.#peer = peer;
    this.#publishTarget = publishTarget;
    this.#log = log;
  }

  /** Handles a message. Unsupported media closes the connection. @throws RtmpError */
  message(message: RtmpMessage): void {
    if (this.#state === 'ended') return;
    switch (message.type) {
      case MESSAGE.video:
      case MESSAGE.audio:
      case MESSAGE.aggregate:
        this.#media(message);
        break;
      case MESSAGE.data:
      case MESSAGE.dataAmf3:
        this.#publisher?.data(withoutAmf3Prefix(message));
        break;
      case MESSAGE.command:
      case MESSAGE.commandAmf3:
        this.#command(commands.readCommand(withoutAmf3Prefix(message), message.streamId));
        break;
      case MESSAGE.userControl:
        this.#userControl(message.body);
        break;
      case MESSAGE.windowSize:
        if (message.body.length >= 4) this.#peer.acknowledgeEvery(message.body.readUInt32BE(0));
        break;
      case MESSAGE.peerBandwidth:
        this.#limitBandwidth(message.body);
        break;
      default:
        // Acknowledgements, shared objects and unknown types are ignored.
        break;
    }
  }

  /** The reason for closing when the peer closed its socket. */
  reasonOfPeerClose(): CloseReason {
    if (this.#publisher !== null) return 'connection_lost';
    return this.#published ? 'unpublished' : 'left';
  }

  /** Ends the session of a closing connection: sends the encoder a status and ends its publication. */
  end(reason: CloseReason, cause?: MediaFormatError): void {
    if (this.#state === 'ended') return;
    const wasConnected = this.#state !== 'new';
    this.#state = 'ended';
    const last = status.closeStatus(reason, cause?.message ?? '');
    if (last !== null && wasConnected) this.#peer.send(STREAM, commands.onStatus(this.#publishStream, last));
    this.#endPublication(disconnectReason(reason), cause?.unsupported);
  }

  #media(message: RtmpMessage): void {
    const publisher = this.#publisher;
    // These frames were in transit when the encoder unpublished.
    if (publisher === null) return;
    this.#peer.mediaArrived();
    try {
      if (message.type === MESSAGE.video) publisher.video(message);
      else if (message.type === MESSAGE.audio) publisher.audio(message);
      else publisher.aggregate(message);
    } catch (error) {
      if (!(error instanceof MediaFormatError)) throw error;
      this.#peer.close(error.code === 'unsupported' ? 'unsupported_media' : 'bad_media', error);
    }
  }

  #command(command: commands.Command): void {
    const { name, transaction } = command;
    if (this.#state === 'new' && name !== 'connect') {
      throw new RtmpError('bad_message', `The first command is ${name.slice(0, 64)}, not connect.`);
    }
    switch (name) {
      case 'connect':
        this.#connect(command);
        break;
      case 'createStream':
        this.#createStream(transaction);
        break;
      case 'publish':
        this.#publish(command);
        break;
      case 'FCPublish':
        this.#answer(transaction, undefined);
        this.#notice('onFCPublish', 'NetStream.Publish.Start', commands.stringOf(command.args[0]));
        break;
      case 'FCUnpublish':
      case 'deleteStream':
      case 'closeStream':
        this.#unpublish(name, transaction);
        break;
      case 'releaseStream':
      case '_checkbw':
      case 'getStreamLength':
        this.#answer(transaction, undefined);
        break;
      case 'play':
      case 'play2':
        this.#peer.send(STREAM, commands.onStatus(command.streamId, status.PLAY_REFUSED));
        this.#peer.close('refused_play');
        break;
      case '_result':
      case '_error':
      case 'onStatus':
        break;
      default:
        if (transaction !== 0) this.#peer.send(CONNECTION, commands.callFailed(transaction, name));
    }
  }

  #connect(command: commands.Command): void {
    if (this.#state === 'deciding' || this.#state === 'publishing') {
      throw new RtmpError('bad_message', 'A publisher sent connect a second time.');
    }
    this.#app = commands.stringOf(command.object.app);
    this.#encoder = commands.stringOf(command.object.flashVer) || null;
    this.#state = 'connected';
    this.#peer.send(CONTROL, commands.windowSize(OUR_WINDOW));
    this.#peer.send(CONTROL, commands.peerBandwidth(OUR_WINDOW));
    this.#peer.send(CONTROL, commands.setChunkSize(OUR_CHUNK_SIZE));
    this.#peer.send(CONNECTION, commands.connectResult(command.transaction));
  }

  #createStream(transaction: number): void {
    if (this.#streams === MAX_STREAMS)
      throw new RtmpError('too_large', `createStream exceeds the limit of ${MAX_STREAMS} streams.`);
    this.#streams += 1;
    this.#answer(transaction, this.#streams);
  }

  #publish(command: commands.Command): void {
    if (this.#state !== 'connected') {
      this.#peer.send(STREAM, commands.onStatus(command.streamId, status.BUSY_CONNECTION));
      return;
    }
    this.#publishStream = command.streamId;
    this.#publishName = commands.stringOf(command.args[0]);
    if (!this.#peer.takeAttempt()) {
      this.#refuse('too_many_attempts', status.refusalStatus('too_many_attempts'));
      return;
    }
    const { app, streamKey } = streamPath(this.#app, this.#publishName);
    if (streamKey === '') {
      this.#refuse('unknown_key', status.NO_STREAM_KEY);
      return;
    }
    this.#state = 'deciding';
    // The socket is not read until the decision, so that a slow decision costs no memory.
    this.#peer.pause();
    const { remoteAddress } = this.#peer;
    this.#publishTarget
      .publish({ protocol: 'rtmp', app, streamKey, remoteAddress, encoder: this.#encoder })
      .catch((error: unknown): PublishResult => {
        this.#log.error({ err: error, remoteAddress }, 'Failed to publish');
        return { accepted: false, refusal: 'unavailable', channelId: null };
      })
      .then((decision) => this.#decided(decision));
  }

  #decided(decision: PublishResult): void {
    if (this.#state === 'ended') {
      if (decision.accepted) decision.publication.close('connection_lost');
      return;
    }
    this.#state = 'connected';
    if (!decision.accepted) {
      this.#refuse(decision.refusal, status.refusalStatus(decision.refusal));
      return;
    }
    const { publication } = decision;
    this.#state = 'publishing';
    this.#published = true;
    this.#publisher = new RtmpDemuxer(publication);
    this.#peer.publishing(true);
    if (publication.signal.aborted) {
      this.#stopped(publication.signal);
      return;
    }
    publication.signal.addEventListener('abort', () => this.#stopped(publication.signal), { once: true });
    this.#peer.send(CONTROL, commands.streamBegin(this.#publishStream));
    this.#peer.send(
      STREAM,
      commands.onStatus(this.#publishStream, {
        level: 'status',
        code: 'NetStream.Publish.Start',
        description: 'The stream is live.',
      }),
    );
    this.#peer.resume();
  }

  #refuse(refusal: PublishRefusal, answer: status.Status): void {
    this.#peer.send(STREAM, commands.onStatus(this.#publishStream, answer));
    this.#peer.close(`refused_${refusal}`);
  }

  /** Handles the end of the publication by the hub. */
  #stopped(signal: AbortSignal): void {
    if (this.#publisher?.publication.signal !== signal) return;
    this.#peer.close(stopReason(signal.reason));
  }

  /** Encoders send two or three of these commands; the first one ends the publication. */
  #unpublish(name: string, transaction: number): void {
    if (this.#state === 'publishing') {
      this.#endPublication('unpublished');
      this.#state = 'connected';
      this.#peer.send(
        STREAM,
        commands.onStatus(this.#publishStream, {
          level: 'status',
          code: 'NetStream.Unpublish.Success',
          description: 'The stream has ended.',
        }),
      );
    }
    if (name === 'FCUnpublish') {
      this.#notice('onFCUnpublish', 'NetStream.Unpublish.Success', this.#publishName);
      this.#answer(transaction, undefined);
    }
  }

  #endPublication(reason: DisconnectReason, unsupported?: UnsupportedMedia): void {
    const publisher = this.#publisher;
    if (publisher === null) return;
    this.#publisher = null;
    if (!publisher.publication.signal.aborted) publisher.finish();
    publisher.publication.close(reason, unsupported);
    this.#peer.publishing(false);
  }

  #userControl(body: Buffer): void {
    const PING_REQUEST = 6;
    if (body.length < 6 || body.readUInt16BE(0) !== PING_REQUEST) return;
    this.#peer.send(CONTROL, commands.pingResponse(body.readUInt32BE(2)));
  }

  /** Answers a changed limit on the server's output with its window (section 5.4.5). */
  #limitBandwidth(body: Buffer): void {
    if (body.length < 4) return;
    const bytes = body.readUInt32BE(0);
    if (bytes === this.#peerBandwidth) return;
    this.#peerBandwidth = bytes;
    this.#peer.send(CONTROL, commands.windowSize(bytes));
  }

  #answer(transaction: number, value: number | undefined): void {
    if (transaction !== 0) this.#peer.send(CONNECTION, commands.result(transaction, value));
  }

  #notice(method: 'onFCPublish' | 'onFCUnpublish', code: string, name: string): void {
    this.#peer.send(CONNECTION, commands.onFcNotice(method, code, name));
  }
}

/** Removes the zero byte before the AMF0 in encoders' AMF3 messages (AMF3 section 4.1). */
function withoutAmf3Prefix({ type, body }: RtmpMessage): Buffer {
  const amf3 = type === MESSAGE.commandAmf3 || type === MESSAGE.dataAmf3;
  return amf3 && body[0] === 0 ? body.subarray(1) : body;
}

function stopReason(reason: unknown): CloseReason {
  switch (reason) {
    case 'taken_over':
    case 'stopped':
    case 'at_capacity':
    case 'shutdown':
      return reason;
    // Packaging failed, which the encoder did not cause.
    case 'protocol_error':
      return 'internal_error';
    default:
      return 'kicked';
  }
}
