import type { Upload } from '@tributary/contracts/recordings';
import type { ReactNode } from 'react';
import { formatBytes } from '@/lib/format-bytes.ts';
import { Button } from '@/ui/button.tsx';
import { useDeleteUpload } from './queries.ts';
import { forget, pause, resume, type Transfer } from './transfers.ts';

/** @param choose opens the file picker, to continue an upload of an earlier visit */
export function UploadRow({
  upload,
  transfer,
  choose,
}: {
  upload: Upload;
  transfer: Transfer | undefined;
  choose: () => void;
}) {
  const remove = useDeleteUpload();
  const { id, fileName, byteLength, state } = upload;
  const sentBytes = Math.max(upload.receivedBytes, transfer?.sentBytes ?? 0);
  const isSent = state !== 'uploading' || sentBytes >= byteLength;
  const share = state === 'processing' ? upload.processed : sentBytes / byteLength;
  const percent = `${Math.floor(share * 100)} %`;
  const sent = `${formatBytes(sentBytes)} of ${formatBytes(byteLength)}`;
  const text = (): string => {
    if (state === 'failed') return upload.failure ?? '';
    if (state === 'processing') return processingText(upload);
    if (isSent) return 'Uploaded. Processing begins in a moment.';
    if (transfer === undefined) return `${sent} uploaded. Choose the same file again to continue.`;
    if (transfer.state === 'failed') return transfer.problem ?? '';
    return transfer.state === 'paused' ? `Paused at ${percent}, ${sent}` : `Uploading, ${percent}, ${sent}`;
  };
  const isBad = state === 'failed' || transfer?.state === 'failed';
  return (
    <Row
      fileName={fileName}
      actions={
        <>
          {!isSent && transfer?.state === 'sending' && (
            <Action label={`Pause ${fileName}`} onClick={() => pause(id)}>
              Pause
            </Action>
          )}
          {!isSent && transfer !== undefined && transfer.state !== 'sending' && (
            <Action label={`Resume ${fileName}`} onClick={() => void resume(id, transfer.file)}>
              Resume
            </Action>
          )}
          {!isSent && transfer === undefined && (
            <Action label={`Choose ${fileName}`} onClick={choose}>
              Choose file
            </Action>
          )}
          <Action
            label={`${state === 'failed' ? 'Remove' : 'Cancel'} ${fileName}`}
            busy={remove.isPending}
            onClick={() => {
              forget(id);
              remove.mutate(id);
            }}
          >
            {state === 'failed' ? 'Remove' : 'Cancel'}
          </Action>
        </>
      }
    >
      {state !== 'failed' && (
        <progress
          value={share}
          aria-label={state === 'processing' ? `Processing ${fileName}` : `Uploading ${fileName}`}
          className="h-1.5 w-full"
        />
      )}
      <p className={isBad ? 'text-live text-sm' : 'text-muted text-sm'}>{text()}</p>
    </Row>
  );
}

/** A file that is sent after others. */
export function WaitingRow({ file: { name }, onCancel }: { file: File; onCancel: () => void }) {
  return (
    <Row
      fileName={name}
      actions={
        <Action label={`Cancel ${name}`} onClick={onCancel}>
          Cancel
        </Action>
      }
    >
      <p className="text-muted text-sm">Waiting for the files before it</p>
    </Row>
  );
}

interface RowProps {
  fileName: string;
  actions: ReactNode;
  children: ReactNode;
}

const Row = ({ fileName, actions, children }: RowProps) => (
  <article
    aria-label={fileName}
    className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-media bg-surface-1 px-5 py-4"
  >
    <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1.5">
      <h3 dir="auto" className="truncate font-sans font-semibold text-base tracking-normal">
        {fileName}
      </h3>
      {children}
    </div>
    <div className="flex flex-wrap gap-2">{actions}</div>
  </article>
);

interface ActionProps {
  label: string;
  busy?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Action({ label, ...props }: ActionProps) {
  return <Button variant="secondary" size="sm" aria-label={label} {...props} />;
}

/** What the creator is told about a file that has arrived completely. */
export function processingText({ ahead, processed }: Pick<Upload, 'ahead' | 'processed'>): string {
  const leave = 'You can leave this page.';
  if (ahead === null) return `Processing, ${Math.floor(processed * 100)} %. ${leave}`;
  if (ahead === 0) return `Waiting for its turn. It is processed next. ${leave}`;
  return `Waiting for its turn. ${ahead === 1 ? 'One file is' : `${ahead} files are`} processed first. ${leave}`;
}
