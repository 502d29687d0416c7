export { BecomeStreamer } from './components/become-streamer.tsx';
export { Overview } from './components/overview/overview.tsx';
export { StreamSettingsPanel } from './components/settings/stream-settings.tsx';
export { StreamSetup } from './components/stream-setup.tsx';
export { ControlRoom } from './components/studio/control-room.tsx';
export type { NextStep } from './engine/next-step.ts';
