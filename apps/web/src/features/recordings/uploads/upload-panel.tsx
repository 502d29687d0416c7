import type { Uploads } from '@tributary/contracts';
import { Upload as UploadIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { formatBytes } from '../format-bytes.ts';
import { useReadUploads, useUploads } from './queries.ts';
import { begin, resume, unfinishedOf, useTransfers } from './transfers.ts';
import { UploadRow } from './upload-row.tsx';

/** Uploads videos, and shows those that are under way. */
export function UploadPanel() {
  const { data } = useUploads();
  if (data === undefined || (data.maxBytes === 0 && data.items.length === 0)) return null;
  return <Panel uploads={data} />;
}

function Panel({ uploads: { items, maxBytes } }: { uploads: Uploads }) {
  const input = useRef<HTMLInputElement>(null);
  const transfers = useTransfers();
  const reread = useReadUploads();
  const [problem, setProblem] = useState<string | null>(null);
  const choose = () => input.current?.click();

  const take = async (file: File) => {
    setProblem(null);
    const unfinished = unfinishedOf(file, items);
    if (unfinished !== undefined) return void resume(unfinished.id, file);
    if (file.size > maxBytes) {
      return setProblem(
        `This file is ${formatBytes(file.size)}. Choose one of at most ${formatBytes(maxBytes)}.`,
      );
    }
    await begin(file).catch((error: unknown) => setProblem(messageOf(error)));
    await reread();
  };

  return (
    <section aria-label="Uploads" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input
          ref={input}
          type="file"
          accept="video/*,.mkv,.ts,.flv,.mxf"
          aria-label="Choose a video"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file) void take(file);
          }}
        />
        <Button variant="secondary" onClick={choose}>
          <UploadIcon aria-hidden className="size-4" />
          Upload video
        </Button>
        <p aria-live="polite" className={problem ? 'text-live text-sm' : 'text-muted text-sm'}>
          {problem ??
            `Any video format, up to ${formatBytes(maxBytes)}. It stays private until you publish it.`}
        </p>
      </div>
      {items.map((upload) => (
        <UploadRow key={upload.id} upload={upload} transfer={transfers.get(upload.id)} choose={choose} />
      ))}
    </section>
  );
}
