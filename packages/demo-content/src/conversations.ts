/** The conversations in the chats of the demo channels. */

import { DESERT, LANTERNS, REEF, SUNRISE } from './conversations/by-water.ts';
import type { Thread } from './conversations/conversation.ts';
import { LOFI, PIANO, RAILWAY } from './conversations/of-music.ts';
import { CITY, COMEDY, FOOTBALL, PLATFORMER } from './conversations/of-play.ts';
import { BLACKBOARD, CODING, KITCHEN, NEWSROOM, PODCAST } from './conversations/of-work.ts';
import type { SceneName } from './scenes/index.ts';

export { HOST, type Line, linesOf, type Thread } from './conversations/conversation.ts';

export const CONVERSATIONS: Readonly<Record<SceneName, readonly Thread[]>> = {
  reef: REEF,
  lanterns: LANTERNS,
  platformer: PLATFORMER,
  lofi: LOFI,
  football: FOOTBALL,
  coding: CODING,
  piano: PIANO,
  city: CITY,
  newsroom: NEWSROOM,
  kitchen: KITCHEN,
  podcast: PODCAST,
  railway: RAILWAY,
  blackboard: BLACKBOARD,
  comedy: COMEDY,
  sunrise: SUNRISE,
  desert: DESERT,
};
