/** Pictures that people send: what is taken, and what becomes of each; `GET` gives WebP. */

/** In pixels. */
export const PICTURE_SIZES = {
  avatar: { width: 512, height: 512 },
  banner: { width: 1600, height: 400 },
  thumbnail: { width: 1280, height: 720 },
} as const;
export type PictureKind = keyof typeof PICTURE_SIZES;

export const PICTURE_MAX_BYTES = 8 * 1024 * 1024;
/** Width times height of what is sent: a small file can declare a picture that fills all memory. */
export const PICTURE_MAX_PIXELS = 50_000_000;
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

/** For the `upload` of an endpoint that takes one. */
export const pictureUpload = { types: PICTURE_TYPES, maxBytes: PICTURE_MAX_BYTES };
