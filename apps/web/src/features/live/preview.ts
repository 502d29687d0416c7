export { LivePreview as default } from './components/preview/live-preview.tsx';
