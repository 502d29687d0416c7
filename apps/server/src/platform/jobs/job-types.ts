/** What features need to declare, send and handle jobs. */
import type { z } from 'zod';
import type { Writer } from '../db/database.ts';
import type { QueueState } from './jobs-schema.ts';

/** A kind of job, declared by the feature that handles it. */
export interface JobType<Data extends object> {
  readonly name: string;
  readonly schema: z.ZodType<Data>;
}

/** @param name `feature.what-to-do`; it never changes, since jobs outlive a version of the program */
export function defineJob<Data extends object>(name: string, schema: z.ZodType<Data>): JobType<Data> {
  return { name, schema };
}

export interface SendOptions {
  /** The earliest time to run the job. */
  readonly startAfter?: Date;
  /** At most one job of a kind waits under a key; another is not sent. */
  readonly singletonKey?: string;
  /**
   * Whose work it is, such as a channel's id. Of the jobs of a kind that wait, the first one of each runs before the
   * second one of any, so that many jobs of one hold up nobody else's.
   */
  readonly turnOf?: string;
}

/**
 * Runs one job. It must be idempotent: a job may run again after it succeeded, if the process crashed before
 * that was recorded. Long work checks `signal` and throws when the instance stops; the job runs again later.
 */
export type JobHandler<Data> = (data: Data, signal: AbortSignal) => Promise<void>;

/** Attempts are at most ten minutes apart, so that these last for a day. */
export const RETRIES_FOR_A_DAY = 150;
export const RETRIES_FOR_A_WEEK = 7 * RETRIES_FOR_A_DAY;

export interface WorkOptions {
  readonly concurrency?: number;
  readonly maxHours?: number;
  readonly retries?: number;
}

export interface Jobs {
  /** The job exists once `tx` commits; never if it rolls back. */
  send<Data extends object>(
    tx: Writer,
    type: JobType<Data>,
    data: Data | readonly Data[],
    options?: SendOptions,
  ): Promise<void>;
  /**
   * Call it before `start`.
   * @param options.concurrency how many of these jobs this process runs at once, 1 by default
   * @param options.maxHours how long one may run, 1 by default
   * @param options.retries how often one that fails is tried again, 8 by default, which last for about 20 minutes
   */
  work<Data extends object>(type: JobType<Data>, handler: JobHandler<Data>, options?: WorkOptions): void;
  /**
   * Runs a job every `hours`, however often processes restart. Call it before `start`. Where `hours` is a function,
   * each run asks it for the time until the next one.
   * pg-boss's own schedule is not used: it has a time of day, at which an instance may never be up.
   */
  repeat(
    type: JobType<Record<string, never>>,
    hours: number | (() => Promise<number>),
    handler: (signal: AbortSignal) => Promise<void>,
  ): void;
  /** Creates the queue's schema where it is missing, and starts the workers. */
  start(): Promise<void>;
  /** Takes no more jobs and waits up to 3 s for running ones; the next process runs the rest. */
  close(): Promise<void>;
}

/** The queues of the instance, for admins. */
export interface JobQueues {
  /** Those that have jobs which wait, run or have failed within the last hour. */
  queues(): Promise<QueueState[]>;
}

/** A feature's worker for one kind of job, as it stands in `Feature.jobs`. */
export type JobRegistration = (jobs: Jobs) => void;

/** As `Jobs.work`. */
export const work =
  <Data extends object>(
    type: JobType<Data>,
    handler: JobHandler<Data>,
    options?: WorkOptions,
  ): JobRegistration =>
  (jobs) =>
    jobs.work(type, handler, options);

/** As `Jobs.repeat`. */
export const repeat =
  (
    type: JobType<Record<string, never>>,
    hours: number | (() => Promise<number>),
    handler: (signal: AbortSignal) => Promise<void>,
  ): JobRegistration =>
  (jobs) =>
    jobs.repeat(type, hours, handler);
