/** What uploaders are told about files that were not processed. */
import { UPLOAD_MAX_HOURS } from '@tributary/contracts/recordings';
import {
  type ImportRefusal,
  MAX_FRAME_RATE,
  MAX_HEIGHT,
  MAX_STREAMS,
  MAX_WIDTH,
} from '#media/importer/index.ts';
import { type LocalizedText, localized } from '#platform/messages/index.ts';

export const OVER_QUOTA = localized('notice.upload.overQuota');
export const DISK_FULL = localized('notice.upload.diskFull');
export const GIVEN_UP = localized('notice.upload.givenUp');

export function failureOf(refusal: ImportRefusal): LocalizedText {
  switch (refusal.code) {
    case 'unreadable':
      return localized('notice.upload.unreadable');
    case 'no_media':
      return localized('notice.upload.noMedia');
    case 'undecodable':
      return localized('notice.upload.undecodable');
    case 'too_long':
      return localized('notice.upload.tooLong', { hours: UPLOAD_MAX_HOURS });
    case 'frame_too_large':
      return localized('notice.upload.frameTooLarge', {
        width: `${refusal.width}`,
        height: `${refusal.height}`,
        maxWidth: `${MAX_WIDTH}`,
        maxHeight: `${MAX_HEIGHT}`,
      });
    case 'frame_rate_too_high':
      return localized('notice.upload.frameRate', { rate: `${refusal.frameRate}`, max: `${MAX_FRAME_RATE}` });
    case 'too_many_streams':
      return localized('notice.upload.tooManyTracks', { count: `${refusal.count}`, max: `${MAX_STREAMS}` });
    case 'not_interleaved':
      return localized('notice.upload.notInterleaved');
    case 'crashed':
      return localized('notice.upload.crashed');
    case 'too_slow':
      return localized('notice.upload.tooSlow');
  }
}
