export { LivePreview } from './components/preview/live-preview.tsx';
export { RecordingPreview } from './components/preview/recording-preview.tsx';
export { playRecording } from './engine/recording/recording-playback.ts';
