export { inBatches } from './in-batches.ts';
export {
  createJobs,
  defineJob,
  type JobHandler,
  type JobRegistration,
  type Jobs,
  type JobType,
  repeat,
  work,
} from './jobs.ts';
