/** Images that users upload: the formats accepted, and the size of the WebP made of each. */

/** The sizes in pixels. */
export const IMAGE_SIZES = {
  avatar: { width: 512, height: 512 },
  banner: { width: 1600, height: 400 },
  thumbnail: { width: 1280, height: 720 },
  poster: { width: 1280, height: 720 },
  emote: { width: 112, height: 112 },
  logo: { width: 512, height: 512 },
} as const;
export type ImageKind = keyof typeof IMAGE_SIZES;

export const IMAGE_MAX_BYTES = 8 * 1024 * 1024;
/** The most pixels of an upload (width times height). A small file can declare an image that would fill all memory. */
export const IMAGE_MAX_PIXELS = 50_000_000;
/** The longest side in pixels. */
export const IMAGE_MAX_SIDE = 16_384;
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

/**
 * The limits of an animated emote; beyond them, only the first frame is shown. Pixels are those of the upload, bytes
 * those of the rendered image.
 */
export const EMOTE_ANIMATION = {
  maxMs: 10_000,
  maxFrames: 150,
  maxPixels: 1_000_000,
  maxBytes: 512 * 1024,
} as const;

const ANIMATED = '-animated.webp';

export const animatedUrl = (url: string): string => url.replace(/\.webp$/, ANIMATED);

/** The URL of the first frame of an image that may be animated. */
export const stillUrl = (url: string): string => url.replace(ANIMATED, '.webp');

/** The `upload` of an endpoint that accepts an image. */
export const imageUpload = { types: IMAGE_TYPES, maxBytes: IMAGE_MAX_BYTES };
