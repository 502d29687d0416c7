import { expect, it } from 'vitest';
import { processingText } from './upload-row.tsx';

it.each([
  [{ ahead: null, processed: 0.429 }, 'Processing, 42 %. You can leave this page.'],
  [{ ahead: 0, processed: 0 }, 'Waiting for its turn. It is processed next. You can leave this page.'],
  [{ ahead: 1, processed: 0 }, 'Waiting for its turn. One file is processed first. You can leave this page.'],
  [
    { ahead: 12, processed: 0 },
    'Waiting for its turn. 12 files are processed first. You can leave this page.',
  ],
])('says where a file stands: %j', (upload, text) => {
  expect(processingText(upload)).toBe(text);
});
