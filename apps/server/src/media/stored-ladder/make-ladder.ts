/** Makes the missing segments of a stored video's renditions, along those of the source. */
import type { StoredLadder } from '../recorder/ladder-files.ts';
import type { RecordedRun } from '../recorder/recorded-run.ts';
import { EncoderProcess, LadderFailed } from './encoder-process.ts';
import { summarize } from './ladder-summary.ts';
import type { EncodedSegment } from './messages.ts';
import { hasVideo, missingRows, type PlannedRun, planLadder, type Rows, segmentFile } from './plan-ladder.ts';
import { describeRun, leadOf, readSegment } from './source-runs.ts';
import { EncoderChanged, type LadderFiles, StoredSegments } from './stored-segments.ts';

export interface LadderOptions {
  /** The runs of the recording, and the edges of its cuts. */
  readonly runs: readonly RecordedRun[];
  readonly audio: StoredLadder['audio'];
  /** The heights on offer, in pixels. */
  readonly heights: readonly number[];
  /** The files of renditions that are stored already, with their sizes. */
  readonly stored: ReadonlyMap<string, number>;
  readonly files: LadderFiles;
  readonly signal: AbortSignal;
  /** Called with the names of all renditions, once they are known. */
  onPlanned(names: readonly string[]): Promise<void>;
  /**
   * Called before each segment is encoded, with the share that is stored. It may wait, or throw to end the work there.
   */
  beforeSegment(share: number): Promise<void>;
  /** Called with the process that encodes. */
  readonly onProcess?: (pid: number | null) => void;
  /** The program of the process; tests pass one that misbehaves. */
  readonly worker?: string;
}

/**
 * What is stored already is kept, so that work that was interrupted goes on after the last segment.
 * @returns the complete renditions
 * @throws LadderFailed, what `files` and `beforeSegment` throw, and the signal's reason
 */
export async function makeLadder(options: LadderOptions): Promise<StoredLadder> {
  const { files, signal, heights, audio } = options;
  const segments = new StoredSegments(files, options.stored);
  const withVideo = options.runs.filter((run) => run.renditions.has('video') && run.size > 0);
  const sources = [];
  for (const run of withVideo) sources.push(await describeRun(run, (path) => files.readSource(path)));
  const plan = planLadder(sources, heights);
  await options.onPlanned(plan[0]?.renditions.map(({ name }) => name) ?? []);
  const isStored = (path: string) => segments.has(path);
  if (plan.some((run) => missingRows(run, isStored).length > 0)) {
    const encoder = new EncoderProcess(signal, options.worker);
    options.onProcess?.(encoder.pid);
    try {
      await encodeAll(plan, segments, encoder, options);
    } finally {
      encoder.close();
    }
  }
  return await summarize(plan, segments, files, audio);
}

async function encodeAll(
  plan: readonly PlannedRun[],
  stored: StoredSegments,
  encoder: EncoderProcess,
  options: LadderOptions,
): Promise<void> {
  const countMissing = (planned: PlannedRun) =>
    missingRows(planned, (path) => stored.has(path)).reduce((sum, rows) => sum + countOf(rows), 0);
  const total = plan.reduce((sum, { run }) => sum + run.size, 0);
  let missing = plan.reduce((sum, planned) => sum + countMissing(planned), 0);
  const beforeSegment = () => options.beforeSegment(Math.max(0, 1 - missing / total));
  const onStored = () => {
    missing -= 1;
  };
  for (const planned of plan) {
    for (let isWhole = false; !isWhole; ) {
      try {
        for (const rows of missingRows(planned, (path) => stored.has(path)))
          await encodeRows(planned, rows, { stored, encoder, options, beforeSegment, onStored });
        isWhole = true;
      } catch (error) {
        if (!(error instanceof EncoderChanged)) throw error;
        missing = plan.reduce((sum, one) => sum + countMissing(one), 0);
      }
    }
  }
}

interface Encoding {
  readonly stored: StoredSegments;
  readonly encoder: EncoderProcess;
  readonly options: LadderOptions;
  beforeSegment(): Promise<void>;
  onStored(): void;
}

async function encodeRows(
  planned: PlannedRun,
  rows: Rows,
  { stored, encoder, options: { files }, beforeSegment, onStored }: Encoding,
): Promise<void> {
  const { run, track } = planned;
  const read = (path: string) => files.readSource(path);
  const renditions = planned.renditions.filter(({ name }) =>
    rowsOf(rows).some((row) => !stored.has(segmentFile(run, row, name))),
  );
  const names = renditions.map(({ name }) => name);
  const store = async (complete: readonly EncodedSegment[]) => {
    for (const segment of complete) {
      await stored.add(planned, segment, names);
      onStored();
    }
  };
  await encoder.ask({ kind: 'open', track, renditions });
  const lead = await leadOf(run, rows.first, read);
  // Frames of the last segment may be in the one after it, where a group of pictures is open.
  const last = rows.last + 1 < run.size && hasVideo(run, rows.last + 1) ? rows.last + 1 : rows.last;
  for (let row = lead; row <= last; row += 1) {
    const isEncoded = row >= rows.first && row <= rows.last;
    if (isEncoded) await beforeSegment();
    const segment = await readSegment(run, row, isEncoded, read);
    // A segment without frames has nothing that a rendition could show.
    if (segment === null) await store(isEncoded ? [{ msn: run.at(row).msn, renditions: [] }] : []);
    else await store(await ask(encoder, segment, `segment ${segment.msn} of ${run.path}`));
  }
  await store(await encoder.ask({ kind: 'end' }));
}

async function ask(
  encoder: EncoderProcess,
  segment: NonNullable<Awaited<ReturnType<typeof readSegment>>>,
  name: string,
): Promise<readonly EncodedSegment[]> {
  try {
    return await encoder.ask({ kind: 'segment', segment });
  } catch (cause) {
    if (!(cause instanceof LadderFailed)) throw cause;
    throw new LadderFailed(`${cause.message} It was encoding ${name}.`, { cause });
  }
}

const countOf = ({ first, last }: Rows): number => last - first + 1;

const rowsOf = (rows: Rows): number[] => Array.from({ length: countOf(rows) }, (_, i) => rows.first + i);
