import type { Uploads } from '@tributary/contracts/recordings';
import { clsx } from 'clsx';
import { Upload as UploadIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatBytes } from '@/lib/format/bytes.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { session } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { useFileDrop } from '@/ui/forms/use-file-drop.ts';
import { useReadUploads, useUploads } from './queries.ts';
import { resume, unfinishedOf, useTransfers } from './transfers.ts';
import { dequeue, enqueue, useWaitingFiles } from './upload-queue.ts';
import { UploadRow, WaitingRow } from './upload-row.tsx';

/** Uploads video and audio, and shows those that are under way. */
export function UploadPanel() {
  const { data } = useUploads();
  if (data === undefined || (data.maxBytes === 0 && data.items.length === 0)) return null;
  return <Panel uploads={data} />;
}

function Panel({ uploads: { items, maxBytes } }: { uploads: Uploads }) {
  const panel = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const transfers = useTransfers();
  const waiting = useWaitingFiles();
  const reread = useReadUploads();
  const [problem, setProblem] = useState<string | null>(null);
  const choose = () => input.current?.click();

  const take = (files: readonly File[]) => {
    setProblem(null);
    const fresh = files.filter((file) => {
      const unfinished = unfinishedOf(file, items);
      if (unfinished !== undefined) void resume(unfinished.id, file);
      else if (file.size <= maxBytes) return true;
      else
        setProblem(
          t('recordings.upload.tooLarge', {
            name: file.name,
            size: formatBytes(file.size),
            max: formatBytes(maxBytes),
          }),
        );
      return false;
    });
    const userId = session().current.user?.id;
    enqueue(fresh, {
      isSignedIn: () => session().current.user?.id === userId,
      onBegun: () => void reread(),
      onRefused: (file, message) => setProblem(t('recordings.upload.refused', { name: file.name, message })),
    });
  };
  const isOver = useFileDrop(panel, take);

  return (
    <section
      ref={panel}
      aria-label={t('recordings.upload.uploads')}
      className={clsx(
        'flex flex-col gap-3 rounded-media',
        isOver && 'outline-2 outline-accent outline-offset-8 outline-dashed',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input
          ref={input}
          type="file"
          multiple
          accept="video/*,audio/*,.mkv,.ts,.flv,.mxf,.opus,.flac,.m4a"
          aria-label={t('recordings.upload.choose')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            event.target.value = '';
            take(files);
          }}
        />
        <Button variant="secondary" onClick={choose}>
          <UploadIcon aria-hidden className="size-4" />
          {t('recordings.upload.upload')}
        </Button>
        <p aria-live="polite" className={problem ? 'text-live text-sm' : 'text-muted text-sm'}>
          {problem ?? (
            <Text
              k="recordings.upload.hint"
              values={{
                drop: (words) => <span className="pointer-coarse:hidden">{words}</span>,
                max: formatBytes(maxBytes),
              }}
            />
          )}
        </p>
      </div>
      {items.map((upload) => (
        <UploadRow key={upload.id} upload={upload} transfer={transfers.get(upload.id)} choose={choose} />
      ))}
      {waiting.map(({ key, file }) => (
        <WaitingRow key={key} file={file} onCancel={() => dequeue(key)} />
      ))}
    </section>
  );
}
