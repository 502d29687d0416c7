import type { Scene } from '../stage.ts';
import { blackboard } from './blackboard.ts';
import { city } from './city.ts';
import { coding } from './coding.ts';
import { comedy } from './comedy.ts';
import { desert } from './desert.ts';
import { football } from './football.ts';
import { kitchen } from './kitchen.ts';
import { lanterns } from './lanterns.ts';
import { lofi } from './lofi.ts';
import { newsroom } from './newsroom.ts';
import { piano } from './piano.ts';
import { platformer } from './platformer.ts';
import { podcast } from './podcast.ts';
import { railway } from './railway.ts';
import { reef } from './reef.ts';
import { sunrise } from './sunrise.ts';

export const SCENES = {
  reef,
  lanterns,
  platformer,
  lofi,
  football,
  coding,
  piano,
  city,
  newsroom,
  kitchen,
  podcast,
  railway,
  blackboard,
  comedy,
  sunrise,
  desert,
} satisfies Record<string, Scene>;

export type SceneName = keyof typeof SCENES;
