export { useOwnPlaybackUrl } from './api/use-playback-access.ts';
export { useStream as useChannelNow } from './api/use-stream.ts';
export { ControlButton } from './components/controls/control-button.tsx';
export { ClipStage } from './components/player/clip-stage.tsx';
export { RangePlayer } from './components/player/range-player.tsx';
export { ChannelNow } from './components/preview/channel-now.tsx';
export { EmbedPlayer } from './components/stream/embed-player.tsx';
export { OfferLink } from './components/stream/gate-notice.tsx';
export { StreamPage } from './components/stream/stream-page.tsx';
