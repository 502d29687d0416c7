/** Small frames of recordings, in sheets. */
export type { StoryboardLayout } from './layout.ts';
export { makeStoryboard, type StoryboardFiles } from './storyboard.ts';
