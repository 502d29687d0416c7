/** Images that users upload: the formats accepted, and the size of the WebP made of each. */

/** In pixels. */
export const IMAGE_SIZES = {
  avatar: { width: 512, height: 512 },
  banner: { width: 1600, height: 400 },
  thumbnail: { width: 1280, height: 720 },
  poster: { width: 1280, height: 720 },
  emote: { width: 112, height: 112 },
} as const;
export type ImageKind = keyof typeof IMAGE_SIZES;

export const IMAGE_MAX_BYTES = 8 * 1024 * 1024;
/** Width times height of an upload: a small file can declare an image that would fill all memory. */
export const IMAGE_MAX_PIXELS = 50_000_000;
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

/** For the `upload` of an endpoint that takes an image. */
export const imageUpload = { types: IMAGE_TYPES, maxBytes: IMAGE_MAX_BYTES };
