export { inBatches } from './in-batches.ts';
export {
  defineJob,
  type JobHandler,
  type JobQueues,
  type JobRegistration,
  type Jobs,
  type JobType,
  RETRIES_FOR_A_DAY,
  RETRIES_FOR_A_WEEK,
  repeat,
  work,
} from './job-types.ts';
export { createJobs } from './jobs.ts';
export { migrateJobs, type QueueState } from './jobs-schema.ts';
