export { useFollowing } from './api/follow.ts';
export { useFollowedLive } from './api/followed-live.ts';
export { BlockedPeople } from './components/blocked-people.tsx';
export { FollowBell } from './components/follow-bell.tsx';
export { FollowButton, FollowerCount } from './components/follow-button.tsx';
export { FollowedChannels } from './components/followed-channels.tsx';
