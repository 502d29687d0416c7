export { ClipButton } from './components/clip-button.tsx';
export { ChannelClips, ClipsPanel, OwnClips } from './components/clip-lists.tsx';
export { ClipEmbed, ClipPage } from './components/clip-page.tsx';
export { ClipSettings } from './components/clip-settings.tsx';
