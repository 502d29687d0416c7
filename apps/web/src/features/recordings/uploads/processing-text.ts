import type { Upload } from '@tributary/contracts/recordings';

/** What the creator is told about a file that has arrived completely. */
export function processingText({ ahead, processed }: Pick<Upload, 'ahead' | 'processed'>): string {
  const leave = 'You can leave this page.';
  if (ahead === null) return `Processing, ${Math.floor(processed * 100)} %. ${leave}`;
  if (ahead === 0) return `Waiting for its turn. It is processed next. ${leave}`;
  return `Waiting for its turn. ${ahead === 1 ? 'One file is' : `${ahead} files are`} processed first. ${leave}`;
}
