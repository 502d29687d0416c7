/** What uploaders are told about files that were not processed. */
import { UPLOAD_MAX_HOURS } from '@tributary/contracts/recordings';
import {
  type ImportRefusal,
  MAX_FRAME_RATE,
  MAX_HEIGHT,
  MAX_STREAMS,
  MAX_WIDTH,
} from '#media/importer/index.ts';

export const OVER_QUOTA =
  'Your recordings use all of your storage. Delete recordings to make room, then upload the file again.';
export const DISK_FULL = 'The server’s disk is full. Try again later.';
export const GIVEN_UP = 'The server could not process this file. Upload it again.';

export function failureOf(refusal: ImportRefusal): string {
  switch (refusal.code) {
    case 'unreadable':
      return 'This file isn’t video or audio that can be read. Upload MP4, MOV, MKV, WebM, MP3, M4A or a similar format.';
    case 'no_media':
      return 'This file has neither video nor audio.';
    case 'undecodable':
      return 'This file is damaged, or has a codec that can’t be read. Export it as H.264 video or AAC audio, then upload it again.';
    case 'too_long':
      return `This file is longer than ${UPLOAD_MAX_HOURS} hours. Cut it into parts, then upload them.`;
    case 'frame_too_large':
      return `This video has ${refusal.width} × ${refusal.height} pixels. The largest size is ${MAX_WIDTH} × ${MAX_HEIGHT}.`;
    case 'frame_rate_too_high':
      return `This video has ${refusal.frameRate} frames a second. The highest frame rate is ${MAX_FRAME_RATE}.`;
    case 'too_many_streams':
      return `This file has ${refusal.count} tracks. The most are ${MAX_STREAMS}.`;
    case 'not_interleaved':
      return 'The video and audio of this file are too far apart. Export it again, then upload it.';
    case 'crashed':
      return 'This file can’t be processed: it is damaged, or needs too much memory. Export it again, then upload it.';
    case 'too_slow':
      return 'This file takes too long to process. Export it as H.264 with at most 1080p, then upload it again.';
  }
}
