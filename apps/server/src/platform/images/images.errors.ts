import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE } from '@tributary/contracts/shared';
import { defineErrors } from '../errors.ts';

export const imageErrors = defineErrors({
  image_unreadable: ['invalid', 'We couldn’t read that file. Use PNG, JPEG, WebP or GIF.'],
  image_too_large: [
    'invalid',
    `This image has more than ${IMAGE_MAX_PIXELS / 1_000_000} million pixels, or a side of more than ${IMAGE_MAX_SIDE.toLocaleString('en-US')}. Upload a smaller one.`,
  ],
  images_busy: ['unavailable', 'Too many images are being processed. Try again in a moment.'],
});
