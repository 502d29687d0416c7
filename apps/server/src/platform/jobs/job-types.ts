/** Types and functions with which features declare, send and handle jobs. */
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
  /** At most one job of a kind waits under a key, and another one is not sent. */
  readonly singletonKey?: string;
  /**
   * The owner of the work, such as a channel's id. Among the waiting jobs of a kind, the first one of each owner runs
   * before the second one of any, so that many jobs of one owner do not delay those of others.
   */
  readonly turnOf?: string;
}

/**
 * Runs one job. It must be idempotent: a job may run again after it succeeded, if the process crashed before
 * that was recorded. Long work checks `signal` and throws when the instance stops; the job runs again later.
 */
export type JobHandler<Data> = (data: Data, signal: AbortSignal) => Promise<void>;

/** Attempts are at most ten minutes apart, so this many last for a day. */
export const RETRIES_FOR_A_DAY = 150;
export const RETRIES_FOR_A_WEEK = 7 * RETRIES_FOR_A_DAY;

export interface WorkOptions {
  readonly concurrency?: number;
  readonly maxHours?: number;
  readonly retries?: number;
  /** Whether it keeps cores busy, such as encoding does. Processes for viewers leave such jobs to others. */
  readonly isHeavy?: boolean;
}

export interface Jobs {
  /** Sends a job, which exists once `tx` commits, and not if it rolls back. */
  send<Data extends object>(
    tx: Writer,
    type: JobType<Data>,
    data: Data | readonly Data[],
    options?: SendOptions,
  ): Promise<void>;
  /**
   * Registers a handler. Must be called before `start`.
   * @param options.concurrency the number of these jobs that this process runs at once, 1 by default
   * @param options.maxHours the longest time that one may run, 1 by default
   * @param options.isHeavy false by default
   * @param options.retries how often a failed one is tried again, 8 times by default, which last for about 20 minutes
   */
  work<Data extends object>(type: JobType<Data>, handler: JobHandler<Data>, options?: WorkOptions): void;
  /**
   * Runs a job every `hours`, however often processes restart. Must be called before `start`. If `hours` is a function,
   * it returns the time until the next run. pg-boss's own schedule is not used: it has a time of day, at which an
   * instance may never be up.
   */
  repeat(
    type: JobType<Record<string, never>>,
    hours: number | (() => Promise<number>),
    handler: (signal: AbortSignal) => Promise<void>,
    options?: Pick<WorkOptions, 'maxHours'>,
  ): void;
  /** Creates the queue's schema if it is missing, and starts the workers. */
  start(): Promise<void>;
  /** Takes no more jobs and waits up to 3 s for running ones; the next process runs the rest. */
  close(): Promise<void>;
}

/** The queues of the instance, for admins. */
export interface JobQueues {
  /** Queues with jobs that wait, run or have failed within the last hour. */
  queues(): Promise<QueueState[]>;
}

/** A feature's worker for one kind of job, as it stands in `Feature.jobs`. */
export type JobRegistration = (jobs: Jobs) => void;

/** Registers a handler like `Jobs.work`. */
export const work =
  <Data extends object>(
    type: JobType<Data>,
    handler: JobHandler<Data>,
    options?: WorkOptions,
  ): JobRegistration =>
  (jobs) =>
    jobs.work(type, handler, options);

/** Registers a repeated job like `Jobs.repeat`. */
export const repeat =
  (
    type: JobType<Record<string, never>>,
    hours: number | (() => Promise<number>),
    handler: (signal: AbortSignal) => Promise<void>,
  ): JobRegistration =>
  (jobs) =>
    jobs.repeat(type, hours, handler);
