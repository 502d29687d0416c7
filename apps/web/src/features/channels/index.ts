export { BecomeStreamer } from './components/become-streamer.tsx';
export { ControlRoom } from './components/control-room.tsx';
export { StreamSetup } from './components/stream-setup.tsx';
