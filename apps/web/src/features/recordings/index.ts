export { DeletedRecordings } from './deleted-recordings.tsx';
export { RecordingEditor } from './editor/recording-editor.tsx';
export { PublishRecording } from './keep-recording.tsx';
export { RecordingList } from './recording-list.tsx';
export { RecordingSettings } from './recording-settings.tsx';
export { SaveStream } from './save-stream.tsx';
export { UploadPanel } from './uploads/upload-panel.tsx';
