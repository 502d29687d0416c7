/** Carries the grant of an address (`http/media-host.ts`) to what serves the media, also in another process. */
export const MEDIA_GRANT_HEADER = 'x-tributary-media-grant';
