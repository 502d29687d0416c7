import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE } from '@tributary/contracts/shared';
import { defineErrors } from '../errors.ts';

export const imageErrors = defineErrors('images', {
  image_unreadable: 'invalid',
  image_too_large: ['invalid', { megapixels: IMAGE_MAX_PIXELS / 1_000_000, side: IMAGE_MAX_SIDE }],
  images_busy: 'unavailable',
});
