export { BecomeStreamer } from './components/become-streamer.tsx';
export { StreamSetup } from './components/stream-setup.tsx';
