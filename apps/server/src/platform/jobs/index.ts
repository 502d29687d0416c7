export { createJobs, defineJob, type JobHandler, type Jobs, type JobType } from './jobs.ts';
