export { Overview } from './components/overview/overview.tsx';
export { StreamSettingsPanel } from './components/settings/stream-settings.tsx';
export { NewChannel } from './components/setup/new-channel.tsx';
export { StreamSetup } from './components/setup/stream-setup.tsx';
export { StreamBar } from './components/studio/stream-bar.tsx';
export { StreamStage } from './components/studio/stream-stage.tsx';
export type { NextStep } from './engine/overview.ts';
