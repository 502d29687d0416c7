/** A linter of low-latency HLS playlists, for tests, end-to-end specs and benches. */
export { describeFindings, type Finding } from './finding.ts';
export { lintMediaPlaylist } from './media.ts';
export { lintMultivariantPlaylist } from './multivariant.ts';
export { lintRenditions } from './renditions.ts';
export { createPlaylistWatch, type PlaylistWatch } from './watch.ts';
