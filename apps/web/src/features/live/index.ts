export { StreamPage } from './components/stream-page.tsx';
