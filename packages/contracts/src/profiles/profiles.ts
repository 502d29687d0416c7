/** What people show of themselves, and how they change it. */
import { z } from 'zod';
import { displayName } from '../identity/users.ts';
import { endpoint } from '../shared/endpoint.ts';
import { userId } from '../shared/fields.ts';
import { imageUpload } from '../shared/images.ts';

export const BIO_MAX = 2000;
export const LINKS_MAX = 8;

export const profileLink = z
  .url({
    protocol: /^https$/,
    hostname: z.regexes.domain,
    error: 'Give a full address that begins with https://',
  })
  .max(300, 'Keep the address to 300 characters.')
  // `https://bank.example@evil.example` reads as the bank and leads to the other.
  .refine((url) => !/^https:\/\/[^/?#]*@/i.test(url), 'Leave out the user name in the address.');

export const profileEdit = z.object({
  displayName,
  bio: z
    .string()
    .trim()
    .max(BIO_MAX, `Keep it to ${BIO_MAX.toLocaleString('en')} characters.`),
  links: z.array(profileLink).max(LINKS_MAX, `Give at most ${LINKS_MAX} links.`),
});
export type ProfileEdit = z.infer<typeof profileEdit>;

export const profile = profileEdit.extend({
  id: userId,
  username: z.string(),
  links: z.array(z.string()),
  avatarUrl: z.string().nullable(),
  bannerUrl: z.string().nullable(),
  isStreamer: z.boolean(),
  isVerified: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/profiles/:username',
  tag: 'profiles',
  summary: 'What somebody shows of themselves',
  access: 'public',
  params: z.object({ username: z.string().max(64) }),
  response: profile,
});

export const patchProfile = endpoint({
  method: 'PATCH',
  path: '/api/me/profile',
  tag: 'profiles',
  summary: "Change the signed-in user's name, bio or links; what is left out stays",
  access: 'viewer',
  perMinute: 30,
  body: profileEdit.partial(),
  response: profile,
});

/** The two pictures of a profile. */
export type ProfileImageKind = 'avatar' | 'banner';

export const putAvatar = endpoint({
  method: 'PUT',
  path: '/api/me/avatar',
  tag: 'profiles',
  summary: 'Replace the avatar: PNG, JPEG, WebP or GIF; its middle becomes a WebP of 512 by 512',
  access: 'viewer',
  perMinute: 12,
  upload: imageUpload,
  response: profile,
});

export const deleteAvatar = endpoint({
  method: 'DELETE',
  path: '/api/me/avatar',
  tag: 'profiles',
  summary: 'Do without an avatar',
  access: 'viewer',
  response: profile,
});

export const putBanner = endpoint({
  method: 'PUT',
  path: '/api/me/banner',
  tag: 'profiles',
  summary: 'Replace the banner: PNG, JPEG, WebP or GIF; its middle becomes a WebP of 1600 by 400',
  access: 'viewer',
  perMinute: 12,
  upload: imageUpload,
  response: profile,
});

export const deleteBanner = endpoint({
  method: 'DELETE',
  path: '/api/me/banner',
  tag: 'profiles',
  summary: 'Do without a banner',
  access: 'viewer',
  response: profile,
});
