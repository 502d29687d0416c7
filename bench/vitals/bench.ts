/**
 * Measures layout shifts and interactions of every screen, on a CPU that is slowed down four times.
 * `VITALS_SCREENS=home,admin-users` measures some screens, by their names in the gallery.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { CHROMIUM_ARGS, ensureChromium } from '../../e2e/lib/chromium.ts';
import { type Demo, resolvePath, startDemo } from '../../e2e/lib/gallery/demo.ts';
import { chooseSubjects, type Onlooker, type Subject } from '../../e2e/lib/gallery/pictures.ts';
import { layoutShiftOf, MAX_LAYOUT_SHIFT, recordLayoutShifts } from '../../e2e/lib/layout-shift.ts';
import { median } from '../lib/report.ts';
import type { Bench } from '../run.ts';
import { interact, recordInteractions, slowestInteraction } from './interactions.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CHANNELS = 4;
const CPU_SLOWDOWN = 4;
const MAX_INTERACTION_MS = 200;
/** A live stream keeps requesting; its page counts as loaded after as long. */
const SETTLE_MS = 3_000;
/** The screens that the report names. */
const NAMED = 5;

const SCREEN = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };

interface Vitals {
  readonly name: string;
  readonly shift: number;
  /** Null: no interaction took longer than a frame. */
  readonly interactionMs: number | null;
  readonly control: string;
}

export const vitals: Bench = {
  summary: 'layout shifts and interactions of every screen on a mid-range phone, CPU x4',
  async run(report) {
    const demo = await startDemo(join(ROOT, '.cache/gallery-instance'), CHANNELS);
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
    const measured: Vitals[] = [];
    const failed: string[] = [];
    try {
      const subjects = chooseSubjects(process.env.VITALS_SCREENS?.split(','));
      for (const onlooker of new Set(subjects.map((subject) => subject.onlooker))) {
        const context = await openContext(browser, demo, onlooker);
        for (const subject of subjects.filter((one) => one.onlooker === onlooker)) {
          await measure(context, demo, subject).then(
            (one) => measured.push(one),
            (error: unknown) => failed.push(`${subject.name}: ${String(error).split('\n')[0]}`),
          );
        }
        await context.close();
      }
    } finally {
      await browser.close();
      await demo.instance[Symbol.asyncDispose]();
    }
    const shifts = measured.toSorted((a, b) => b.shift - a.shift);
    const slow = measured.toSorted((a, b) => (b.interactionMs ?? 0) - (a.interactionMs ?? 0));
    report.figure({
      name: 'layout shift of the worst screen',
      value: shifts[0]?.shift ?? 0,
      unit: '',
      goal: { atMost: MAX_LAYOUT_SHIFT },
    });
    report.figure({
      name: 'slowest interaction of all screens',
      value: slow[0]?.interactionMs ?? 0,
      unit: 'ms',
      goal: { atMost: MAX_INTERACTION_MS },
    });
    report.figure({
      name: 'slowest interaction of the median screen',
      value: median(measured.map(({ interactionMs }) => interactionMs ?? 0)),
      unit: 'ms',
    });
    report.note(`${measured.length} screens; each was opened once with an empty cache of its own context`);
    report.note(
      `most shift: ${shifts
        .slice(0, NAMED)
        .map(({ name, shift }) => `${name} ${shift.toFixed(3)}`)
        .join(', ')}`,
    );
    report.note(
      `slowest: ${slow
        .slice(0, NAMED)
        .map(({ name, interactionMs, control }) => `${name} ${interactionMs ?? 0} ms (${control})`)
        .join(', ')}`,
    );
    for (const failure of failed) report.note(`not measured: ${failure}`);
  },
};

async function openContext(browser: Browser, demo: Demo, onlooker: Onlooker): Promise<BrowserContext> {
  const context = await browser.newContext({ ...SCREEN, locale: 'en', serviceWorkers: 'block' });
  if (onlooker === 'visitor') return context;
  const answer = await context.request.post(`${demo.instance.url}/api/auth/sign-in/email`, {
    data: demo.accounts[onlooker],
    headers: { origin: demo.instance.url },
  });
  if (!answer.ok()) throw new Error(`The ${onlooker} could not sign in: ${await answer.text()}`);
  return context;
}

async function measure(context: BrowserContext, demo: Demo, { name, path }: Subject): Promise<Vitals> {
  const address = demo.instance.url + (await resolvePath(path, demo, context.request));
  const page = await context.newPage();
  try {
    await recordLayoutShifts(page);
    await recordInteractions(page);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.goto(address);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle', { timeout: SETTLE_MS }).catch(() => undefined);
    const shift = await layoutShiftOf(page);
    await interact(page);
    const { ms, control } = await slowestInteraction(page);
    return { name, shift, interactionMs: ms, control };
  } finally {
    await page.close();
  }
}
