/** Feeds a transcoder in real time, and notes when renditions come out. */
import { createTranscoder, type Transcoder } from '../../apps/server/src/media/transcoder/index.ts';
import { serveParent } from '../lib/proc.ts';
import { RENDITIONS, readSource } from './source.ts';

export interface Running {
  /** The process that encodes. */
  readonly processId: number;
}

export interface Outcome {
  /** From a frame of the source to that of the rendition, in milliseconds, by rendition. */
  readonly delaysMs: Readonly<Record<string, readonly number[]>>;
  readonly framesDropped: number;
  readonly speeds: readonly (number | null)[];
}

export interface Recovery {
  /** The time from the fault until all renditions have a frame again, in milliseconds. */
  readonly backAfterMs: number;
}

export interface Order {
  readonly type: 'start' | 'statistics' | 'kill' | 'hang' | 'stop';
}

const POLL_MS = 5;
const RECOVERY_LIMIT_MS = 30_000;

const sentAtMs = new Map<number, number>();
const delaysMs: Record<string, number[]> = {};
/** Renditions with a break after which no frame has come yet. */
const broken = new Set<string>();
let transcoder: Transcoder | null = null;

async function start(): Promise<Running> {
  const log = { info() {}, warn: print, error: print };
  const created = createTranscoder({ log });
  transcoder = created;
  const source = readSource();
  created.onTracks({ video: source.video, audio: null });
  created.setOutputs(
    RENDITIONS.map((rendition) => {
      const delays: number[] = [];
      delaysMs[rendition.name] = delays;
      const onUnit = ({ pts }: { pts: number }) => {
        broken.delete(rendition.name);
        delays.push(performance.now() - (sentAtMs.get(pts) ?? Number.NaN));
      };
      const onBreak = () => void broken.add(rendition.name);
      return { kind: 'video', rendition, output: { onTrack() {}, onUnit, onBreak } };
    }),
  );
  while (created.statistics.state !== 'running') await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  feed(created);
  return { processId: created.statistics.processId ?? 0 };
}

function feed(to: Transcoder): void {
  const startMs = performance.now();
  const units = readSource().units();
  let next = units.next().value;
  function sendDue(): void {
    for (; next !== undefined && next.atMs <= performance.now() - startMs; next = units.next().value) {
      sentAtMs.set(next.unit.pts, performance.now());
      to.onUnit(next.unit);
    }
    // One timer for each frame: a poll would count as a cost of the live path.
    if (next !== undefined) setTimeout(sendDue, Math.ceil(next.atMs - (performance.now() - startMs))).unref();
  }
  sendDue();
}

/** Ends or stops the process that encodes, and waits for the next one. */
async function recover(signal: 'SIGKILL' | 'SIGSTOP'): Promise<Recovery> {
  const startMs = performance.now();
  const waitFor = async (what: string, test: () => boolean) => {
    while (!test()) {
      if (performance.now() - startMs > RECOVERY_LIMIT_MS) throw new Error(`${what} did not happen.`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  process.kill(transcoder?.statistics.processId ?? 0, signal);
  await waitFor('A break of all renditions', () => broken.size === RENDITIONS.length);
  await waitFor('A frame after the break', () => broken.size === 0);
  return { backAfterMs: performance.now() - startMs };
}

function outcome(): Outcome {
  const { outputs } = transcoder?.statistics ?? { outputs: [] };
  return {
    delaysMs,
    framesDropped: Math.max(0, ...outputs.map(({ framesDropped }) => framesDropped)),
    speeds: outputs.map(({ speed }) => speed),
  };
}

function print(fields: object, message: string): void {
  process.stderr.write(`${message}: ${JSON.stringify(fields)}\n`);
}

serveParent<Order, Running | Outcome | Recovery | null>(({ type }) => {
  if (type === 'start') return start();
  if (type === 'statistics') return outcome();
  if (type === 'stop') {
    transcoder?.close();
    return null;
  }
  return recover(type === 'kill' ? 'SIGKILL' : 'SIGSTOP');
});
