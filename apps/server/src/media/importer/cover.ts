/** Renders the image that is attached to a file without video. Runs FFmpeg, so only processes that may crash use it. */
import type { Packet, Stream } from 'node-av/lib';
import { renderPicture } from '../thumbnailer/render-thumbnail.ts';
import { openDecoder } from './encoding.ts';
import { openSource } from './source-file.ts';

/** @returns a thumbnail; null if the image cannot be decoded, so that the recording has none */
export function renderCover(path: string, streamIndex: number): Buffer | null {
  try {
    using demuxer = openSource(path);
    const stream = demuxer.getStream(streamIndex);
    if (stream === undefined) return null;
    // FFmpeg returns attached images first.
    for (const packet of demuxer.packetsSync()) {
      if (packet === null) return null;
      using it = packet;
      if (it.streamIndex === streamIndex) return decode(stream, it);
    }
  } catch {
    return null;
  }
  return null;
}

function decode(stream: Stream, packet: Packet): Buffer | null {
  using decoder = openDecoder(stream);
  for (const part of [packet, null]) {
    for (const frame of decoder.decodeAllSync(part)) {
      using it = frame;
      return renderPicture(it);
    }
  }
  return null;
}
