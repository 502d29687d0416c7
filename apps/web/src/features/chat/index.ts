export { ChatOverlay } from './components/chat-overlay.tsx';
export { ChatPanel } from './components/chat-panel.tsx';
export { ChatWindow } from './components/chat-window.tsx';
export { ClipChat } from './components/replay.tsx';
export { ChatDashboard } from './dashboard/chat-dashboard.tsx';
export { StudioTools } from './dashboard/studio-tools.tsx';
export { ModeratedChannel } from './moderated/moderated-channel.tsx';
export { ModeratedChannels } from './moderated/moderated-channels.tsx';
