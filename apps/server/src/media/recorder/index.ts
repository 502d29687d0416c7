export type { RecordingSink } from './recorder.ts';
export { parsePath, readTrack } from './recording-files.ts';
export { makePlaylists, type RecordingPlaylists, type StoredFile } from './recording-playlists.ts';
