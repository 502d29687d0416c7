export { NotificationBell } from './components/notification-bell.tsx';
export { NotificationList } from './components/notification-list.tsx';
export { PushSetting } from './components/push-setting.tsx';
export { Unsubscribe } from './components/unsubscribe.tsx';
