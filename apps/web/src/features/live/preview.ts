export { LivePreview as default } from './components/live-preview.tsx';
