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

const POLL_MS = 5;

const sentAtMs = new Map<number, number>();
const delaysMs: Record<string, number[]> = {};
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
      const onUnit = ({ pts }: { pts: number }) =>
        delays.push(performance.now() - (sentAtMs.get(pts) ?? Number.NaN));
      return { kind: 'video', rendition, output: { onTrack() {}, onUnit, onBreak() {} } };
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
  const timer = setInterval(() => {
    for (; next !== undefined && next.atMs <= performance.now() - startMs; next = units.next().value) {
      sentAtMs.set(next.unit.pts, performance.now());
      to.onUnit(next.unit);
    }
  }, POLL_MS);
  timer.unref();
}

function stop(): Outcome {
  const { outputs } = transcoder?.statistics ?? { outputs: [] };
  transcoder?.close();
  return {
    delaysMs,
    framesDropped: Math.max(0, ...outputs.map(({ framesDropped }) => framesDropped)),
    speeds: outputs.map(({ speed }) => speed),
  };
}

function print(fields: object, message: string): void {
  process.stderr.write(`${message}: ${JSON.stringify(fields)}\n`);
}

serveParent<{ readonly type: 'start' | 'stop' }, Running | Outcome>(({ type }) =>
  type === 'start' ? start() : stop(),
);
