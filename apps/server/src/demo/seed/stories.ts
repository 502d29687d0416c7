/** What each demo channel has done, offers and hears: made up, one entry a streamer. */

import { STORIES_BY_DAY } from './stories-by-day.ts';
import { STORIES_BY_NIGHT } from './stories-by-night.ts';
import type { Story } from './story.ts';

export const STORIES: readonly Story[] = [...STORIES_BY_DAY, ...STORIES_BY_NIGHT];
