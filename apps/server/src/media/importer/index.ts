/** Makes recordings from files. */
export {
  type ImportRefusal,
  MAX_FRAME_RATE,
  MAX_HEIGHT,
  MAX_STREAMS,
  MAX_WIDTH,
} from './import-limits.ts';
export { type ImportLimits, importMedia } from './importer.ts';
export { type RecordingFileSink, RecordingWriter } from './recording-writer.ts';
