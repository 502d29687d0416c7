/** How long caches keep the files of recordings and clips (decision 013). */
export const cacheControl = {
  /** Of a file that everybody may have. It never changes, but may be cut: shared caches ask each second. */
  publicFile: 'public, max-age=3600, s-maxage=1, proxy-revalidate',
  /** Of what everybody may have and what changes. */
  publicPlaylist: 'public, max-age=1, must-revalidate',
  private: 'private, no-store',
} as const;
