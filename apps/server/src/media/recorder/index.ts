export {
  ladderInitPath,
  ladderSegmentPath,
  ladderTrackPath,
  playlistOfRendition,
  renditionOfPlaylist,
  type StoredLadder,
  type StoredRendition,
  withRenditions,
} from './ladder-files.ts';
export { makeMovie } from './movie/progressive-movie.ts';
export { RENDITIONS } from './recorded-run.ts';
export type { RecordingSink, SegmentFile } from './recorder.ts';
export {
  edgeRun,
  isEdge,
  parsePath,
  type RecordedTrack,
  type RecordingFile,
  readTrack,
  runName,
} from './recording-files.ts';
export { RecordingIndex, type StoredFile } from './recording-index.ts';
export { audioOf, renderAll, renderMedia, renderRecordingMultivariant } from './recording-playlists.ts';
export { byteLengthOf, durationMsOf, type RecordingView, showsVideo } from './recording-view.ts';
export {
  boundariesOf,
  isKept,
  type KeptSegments,
  segmentsIn,
  trimmedView,
  wallRangesOf,
} from './trimmed-recording.ts';
