import { TimestampUnwrapper } from '../../clocks/timestamp-unwrapper.ts';
import { FlvDemuxer } from '../../containers/flv/demuxer.ts';
import type { Publication } from '../../ports.ts';
import { TrackDetector } from '../track-detector.ts';
import { type Amf0Value, decodeAmf0 } from './protocol/amf0.ts';
import type { RtmpMessage } from './protocol/chunk-reader.ts';
import { isAmf0Object, MESSAGE } from './protocol/commands.ts';
import { RtmpError } from './protocol/rtmp-error.ts';

/** The header of a tag inside an aggregate message: type, length, timestamp, its upper byte, stream id. */
const AGGREGATE_HEADER_BYTES = 11;
/** The length of the tag, repeated after it. */
const AGGREGATE_TRAILER_BYTES = 4;

/** Converts the media messages of one publication to tracks and units. */
export class RtmpDemuxer {
  readonly publication: Publication;
  readonly #tracks: TrackDetector;
  readonly #demuxer: FlvDemuxer;
  readonly #timestamps = new TimestampUnwrapper();

  constructor(publication: Publication) {
    this.publication = publication;
    this.#tracks = new TrackDetector(publication);
    this.#demuxer = new FlvDemuxer(this.#tracks);
  }

  video(message: RtmpMessage): void {
    this.#demuxer.video(message.body, this.#timestamps.unwrap(message.timestamp));
  }

  audio(message: RtmpMessage): void {
    this.#demuxer.audio(message.body, this.#timestamps.unwrap(message.timestamp));
  }

  /** Handles an aggregate message (section 7.1.6): FLV tags, with timestamps relative to the first one's. */
  aggregate(message: RtmpMessage): void {
    const { body } = message;
    let at = 0;
    let first: number | null = null;
    while (at + AGGREGATE_HEADER_BYTES <= body.length) {
      const type = body.readUInt8(at);
      const length = body.readUIntBE(at + 1, 3);
      const time = body.readUIntBE(at + 4, 3) + body.readUInt8(at + 7) * 2 ** 24;
      const start = at + AGGREGATE_HEADER_BYTES;
      const end = start + length;
      if (end > body.length)
        throw new RtmpError(
          'bad_message',
          `A tag of ${length} bytes exceeds its aggregate message of ${body.length} bytes.`,
        );
      first ??= time;
      const timestamp = (message.timestamp + time - first) >>> 0;
      const part: RtmpMessage = {
        type,
        streamId: message.streamId,
        timestamp,
        body: body.subarray(start, end),
      };
      if (type === MESSAGE.audio) this.audio(part);
      else if (type === MESSAGE.video) this.video(part);
      else if (type === MESSAGE.data) this.data(part.body);
      at = end + AGGREGATE_TRAILER_BYTES;
    }
  }

  /** Handles onMetaData, bare or as the argument of @setDataFrame. Only the tracks that it announces are used. */
  data(body: Buffer): void {
    const values = decodeAmf0(body);
    const metadata: Amf0Value = values.find(isAmf0Object);
    if (!values.includes('onMetaData') || !isAmf0Object(metadata)) return;
    this.#tracks.expect({ video: 'videocodecid' in metadata, audio: 'audiocodecid' in metadata });
  }

  /** Passes on held units at the end of the publication. */
  finish(): void {
    this.#tracks.flush();
  }
}
