/** Paths of the web app and of feeds. */
import { LIVE_SLUG } from '@tributary/contracts/shared';

const part = encodeURIComponent;

export const streamPath = ({ username, slug }: { username: string; slug: string }) =>
  `/s/${part(username)}/${part(slug)}`;
export const channelPath = (username: string) => streamPath({ username, slug: LIVE_SLUG });
export const personPath = (username: string) => `/streamer/${part(username)}`;
export const eventPath = (id: string) => `/events/${part(id)}`;

export const clipPagePath = (id: string) => `/clips/${part(id)}`;
export const clipEmbedPath = (id: string) => `/embed/clip/${part(id)}`;

export const channelEmbedPath = (username: string) => `/embed/${part(username)}`;
export const streamEmbedPath = (id: string) => `/embed/stream/${part(id)}`;

export const streamsFeedPath = (username: string) => `${personPath(username)}/feed.xml`;
export const eventsFeedPath = (username: string) => `${personPath(username)}/events.xml`;

export const oembedPath = (url: string) => `/oembed?${new URLSearchParams({ url })}`;
