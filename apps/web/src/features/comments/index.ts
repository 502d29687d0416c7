export { CommentSection } from './components/comment-section.tsx';
export { CommentSettings } from './components/comment-settings.tsx';
export { HeldCommentQueue } from './components/held-queue.tsx';
