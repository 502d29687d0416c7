/** How scenes change over time: each is drawn once and shown in takes, which differ in their light and caption. */
import type { Ctx } from './canvas.ts';
import { H, W } from './drawing.ts';
import type { SceneName } from './scenes/index.ts';
import type { Stage } from './stage.ts';

export interface Take {
  readonly caption: string | null;
  /** The color of the light on the picture of the take before; null: unchanged. */
  readonly light: string | null;
}

const OUTDOORS = [null, '#ffd8a8', '#98a8f0'] as const;
const INDOORS = [null, '#ffe6c8', '#bccaff'] as const;

const takes = (lights: readonly (string | null)[], ...captions: [string, string, string]): readonly Take[] =>
  captions.map((caption, index) => ({ caption, light: lights[index] ?? null }));

export const TAKES: Readonly<Record<SceneName, readonly Take[]>> = {
  // The first channel, which must be ready as soon as possible.
  reef: [{ caption: null, light: null }],
  lanterns: takes(OUTDOORS, '21:40 · 120 lanterns', '22:30 · 260 lanterns', '23:20 · 400 lanterns'),
  platformer: takes(
    OUTDOORS,
    'Attempt 12 · best 14:31',
    'Attempt 13 · best 14:12',
    'Attempt 14 · best 14:05',
  ),
  lofi: takes(INDOORS, 'Track 3 · window seat', 'Track 4 · Fader naps', 'Track 5 · last tram'),
  football: takes(OUTDOORS, 'Shots 6 – 4', 'Shots 7 – 6', 'Shots 8 – 9'),
  coding: takes(INDOORS, 'Rule 1 of 3: separation', 'Rule 2 of 3: alignment', 'Rule 3 of 3: cohesion'),
  piano: takes(INDOORS, 'Wunsch 4 von 12', 'Wunsch 5 von 12', 'Wunsch 6 von 12'),
  city: takes(OUTDOORS, '23:40', '00:15', '00:50'),
  newsroom: takes(INDOORS, 'Part 1: ferries', 'Part 2: willows', 'Part 3: the early tram'),
  kitchen: takes(INDOORS, 'Paso 2: cebolla, despacio', 'Paso 3: la calabaza', 'Paso 4: triturar y probar'),
  podcast: takes(INDOORS, 'Chapter 1: bronze', 'Chapter 2: the fork', 'Chapter 3: letters'),
  railway: takes(OUTDOORS, 'Bobine 1 : matin', 'Bobine 2 : après-midi', 'Bobine 3 : soir'),
  blackboard: takes(INDOORS, 'Lesson 1 of 3', 'Lesson 2 of 3', 'Lesson 3 of 3'),
  comedy: takes(INDOORS, 'On stage: 4 of 11', 'On stage: 5 of 11', 'On stage: 6 of 11'),
  sunrise: takes(OUTDOORS, 'Rodada 1 de 3', 'Rodada 2 de 3', 'Rodada 3 de 3'),
  desert: takes(OUTDOORS, '18:10', '18:40', '19:05'),
};

const FONT = '700 13px Inter';
const WIDTH = 190;
const HEIGHT = 24;

/**
 * A function for each take, which turns the picture of the take before into its own: it adds its light, and its caption
 * covers the other one. The first gets the picture as it is drawn.
 */
export const paintersOf = (takes: readonly Take[], sprite: Stage['sprite']): ((ctx: Ctx) => void)[] =>
  takes.map(({ caption, light }) => {
    const label =
      caption !== null &&
      sprite(WIDTH, HEIGHT, (ctx) => {
        ctx.block(0, 0, WIDTH, HEIGHT, '#0b1824');
        ctx.label(caption, WIDTH / 2, 16.5, FONT, '#ffffff', 'center');
      });
    return (ctx) => {
      if (light !== null) {
        ctx.globalCompositeOperation = 'multiply';
        ctx.block(0, 0, W, H, light);
        ctx.globalCompositeOperation = 'source-over';
      }
      // Above the bars at the bottom of some scenes.
      if (label) label.draw(ctx, W - WIDTH - 16, H - 96);
    };
  });
