/** The process that encodes renditions of stored videos. It may crash, hang or grow: its parent ends it. */
import { constants, setPriority } from 'node:os';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import type { EncodedSegment, EncoderOrder, EncoderReply } from './messages.ts';
import { SegmentEncoder } from './segment-encoder.ts';

// Live streams and everything else come first.
setPriority(constants.priority.PRIORITY_LOW);
Log.setLevel(AV_LOG_QUIET);
process.on('disconnect', () => process.exit());

let encoder: SegmentEncoder | null = null;

async function obey(order: EncoderOrder): Promise<EncodedSegment[]> {
  if (order.kind === 'open') {
    encoder?.close();
    encoder = new SegmentEncoder(order.track, order.renditions);
    return [];
  }
  if (encoder === null) throw new Error('No track is open.');
  return order.kind === 'segment' ? await encoder.take(order.segment) : await encoder.end();
}

process.on('message', (order: EncoderOrder) => {
  obey(order).then(
    (segments) => process.send?.({ segments } satisfies EncoderReply),
    (error: unknown) => {
      const failure = error instanceof Error ? error.message : String(error);
      process.send?.({ failure } satisfies EncoderReply);
    },
  );
});
