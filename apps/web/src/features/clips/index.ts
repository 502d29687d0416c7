export { useFollowedClips } from './api/queries.ts';
export { ClipButton } from './components/clip-button.tsx';
export { ChannelClips, ClipsPanel, FollowedClips, OwnClips } from './components/clip-lists.tsx';
export { ClipEmbed, ClipPage } from './components/clip-page.tsx';
export { ClipSettings } from './components/clip-settings.tsx';
export { MoreClips } from './components/more-clips.tsx';
