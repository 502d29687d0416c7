export { makeMovie } from './movie/progressive-movie.ts';
export type { RecordingSink } from './recorder.ts';
export { edgeRun, parsePath, type RecordedTrack, readTrack, runName } from './recording-files.ts';
export { RecordingIndex, type RecordingView, type StoredFile } from './recording-index.ts';
export { durationMsOf, renderAll, renderMedia, renderRecordingMultivariant } from './recording-playlists.ts';
export {
  boundariesOf,
  byteLengthOf,
  isKept,
  type KeptSegments,
  segmentsIn,
  trimmedView,
  wallRangesOf,
} from './trimmed-recording.ts';
