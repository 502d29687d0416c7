/** Public profiles. */
import { z } from 'zod';
import { displayName } from '../identity/users.ts';
import { endpoint } from '../shared/endpoint.ts';
import { textLines, userId } from '../shared/fields.ts';
import { imageUpload } from '../shared/images.ts';
import { byUsername, ofUser } from '../shared/params.ts';

export const BIO_MAX = 2000;
export const LINKS_MAX = 8;

export const profileLink = z
  .url({
    protocol: /^https$/,
    hostname: z.regexes.domain,
    error: 'Enter a full URL that starts with https://',
  })
  .max(300, 'Use at most 300 characters.')
  // `https://bank.example@evil.example` looks like the bank but leads to evil.example.
  .refine((url) => !/^https:\/\/[^/?#]*@/i.test(url), 'Remove the user name from the URL.');

export const profileEdit = z.object({
  displayName,
  bio: textLines(BIO_MAX),
  links: z.array(profileLink).max(LINKS_MAX, `Use at most ${LINKS_MAX} links.`),
  featuredVideoId: z.uuid().nullable().describe('The video that the channel’s page shows first'),
});
export type ProfileEdit = z.infer<typeof profileEdit>;

export const profile = profileEdit.extend({
  id: userId,
  username: z.string(),
  displayName: z.string(),
  bio: z.string(),
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
  summary: 'Get a profile',
  access: 'public',
  params: byUsername,
  response: profile,
});

export const getProfileById = endpoint({
  method: 'GET',
  path: '/api/users/:userId/profile',
  tag: 'profiles',
  summary: 'Get the profile of a user',
  access: 'public',
  params: ofUser,
  response: profile,
});

export const patchProfile = endpoint({
  method: 'PATCH',
  path: '/api/me/profile',
  tag: 'profiles',
  summary: 'Change the signed-in user’s name, bio, links or featured video; omitted fields stay as they are',
  access: 'viewer',
  perMinute: 30,
  body: profileEdit.partial(),
  response: profile,
});

/** The two images of a profile. */
export type ProfileImageKind = 'avatar' | 'banner';

export const putAvatar = endpoint({
  method: 'PUT',
  path: '/api/me/avatar',
  tag: 'profiles',
  summary: 'Set the avatar from a PNG, JPEG, WebP or GIF image; cropped to a WebP image of 512 by 512',
  access: 'viewer',
  perMinute: 12,
  upload: imageUpload,
  response: profile,
});

export const deleteAvatar = endpoint({
  method: 'DELETE',
  path: '/api/me/avatar',
  tag: 'profiles',
  summary: 'Remove the avatar',
  access: 'viewer',
  response: profile,
});

export const putBanner = endpoint({
  method: 'PUT',
  path: '/api/me/banner',
  tag: 'profiles',
  summary: 'Set the banner from a PNG, JPEG, WebP or GIF image; cropped to a WebP image of 1600 by 400',
  access: 'viewer',
  perMinute: 12,
  upload: imageUpload,
  response: profile,
});

export const deleteBanner = endpoint({
  method: 'DELETE',
  path: '/api/me/banner',
  tag: 'profiles',
  summary: 'Remove the banner',
  access: 'viewer',
  response: profile,
});
