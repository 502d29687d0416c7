export { Overview } from './components/overview/overview.tsx';
export { StreamSettingsPanel } from './components/settings/stream-settings.tsx';
export { NewChannel } from './components/setup/new-channel.tsx';
export { StreamSetup } from './components/setup/stream-setup.tsx';
export { ControlRoom } from './components/studio/control-room.tsx';
export type { NextStep } from './engine/overview.ts';
