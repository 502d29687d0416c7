export { useStream as useChannelNow } from './api/use-stream.ts';
export { ChannelNow } from './components/channel-now.tsx';
export { EmbedPlayer } from './components/embed-player.tsx';
export { StreamPage } from './components/stream-page.tsx';
