export { inBatches } from './in-batches.ts';
export {
  defineJob,
  type JobHandler,
  type JobRegistration,
  type Jobs,
  type JobType,
  repeat,
  work,
} from './job-types.ts';
export { createJobs } from './jobs.ts';
