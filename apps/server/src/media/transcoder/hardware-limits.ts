import type { ProcessLimits } from '../restricted-process.ts';

/** The drivers of GPUs map gigabytes, most of which they do not use. */
export const HARDWARE_LIMITS: ProcessLimits = { dataKib: 16 * 1024 * 1024, heapMib: 128 };
