/** The history, offers and donation notes of each demo channel. */
import { STORIES_BY_DAY } from './stories/by-day.ts';
import { STORIES_BY_NIGHT } from './stories/by-night.ts';
import type { Story } from './stories/story.ts';

export const STORIES: readonly Story[] = [...STORIES_BY_DAY, ...STORIES_BY_NIGHT];
