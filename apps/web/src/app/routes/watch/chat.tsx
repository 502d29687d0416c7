import { getRouteApi } from '@tanstack/react-router';
import { LIVE_SLUG } from '@tributary/contracts/shared';
import { ChatOverlay, ChatWindow } from '@/features/chat/index.ts';
import { useChannelNow } from '@/features/live/index.ts';
import { Warnings } from '../../shell/warnings.tsx';
import { useSignInFirst } from '../../sign-in-first.tsx';
import { NotFound } from '../errors/not-found.tsx';

const chatWindow = getRouteApi('/chat/$username');
const overlay = getRouteApi('/overlay/chat/$token');

export function ChatWindowPage() {
  const { username } = chatWindow.useParams();
  const { data, error } = useChannelNow({ username, slug: LIVE_SLUG });
  const signInFirst = useSignInFirst();
  if (!data && error) return <NotFound />;
  return <ChatWindow detail={data} username={username} onSignedOut={signInFirst} notice={<Warnings />} />;
}

export function ChatOverlayPage() {
  const { token } = overlay.useParams();
  return <ChatOverlay key={token} token={token} />;
}
