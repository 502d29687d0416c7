export { ChannelNow } from './components/channel-now.tsx';
export { StreamPage } from './components/stream-page.tsx';
