import { PICTURE_MAX_PIXELS } from '@tributary/contracts';
import { defineErrors } from '../errors.ts';

export const picturesErrors = defineErrors({
  picture_unreadable: [
    'invalid',
    'This is no PNG, JPEG, WebP or GIF picture that can be read; try another one.',
  ],
  picture_too_large: [
    'invalid',
    `This picture has more than ${PICTURE_MAX_PIXELS / 1_000_000} million pixels; make it smaller first.`,
  ],
  pictures_busy: ['unavailable', 'Many pictures are being worked on right now; try again in a moment.'],
});
