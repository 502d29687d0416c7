import type { Upload } from '@tributary/contracts/recordings';
import type { ReactNode } from 'react';
import { formatBytes } from '@/lib/format/bytes.ts';
import { t } from '@/lib/messages/t.ts';
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
  const progress = {
    percent: Math.floor(share * 100),
    sent: formatBytes(sentBytes),
    size: formatBytes(byteLength),
  };
  const text = (): string => {
    if (state === 'failed') return upload.failure ?? '';
    if (state === 'processing') return processingText(upload);
    if (isSent) return t('recordings.upload.uploaded');
    if (transfer === undefined) return t('recordings.upload.chooseAgain', progress);
    if (transfer.state === 'failed') return transfer.problem ?? '';
    return transfer.state === 'paused'
      ? t('recordings.upload.paused', progress)
      : t('recordings.upload.uploading', progress);
  };
  const isBad = state === 'failed' || transfer?.state === 'failed';
  return (
    <Row
      fileName={fileName}
      actions={
        <>
          {!isSent && transfer?.state === 'sending' && (
            <Action label={t('recordings.upload.pauseNamed', { fileName })} onClick={() => pause(id)}>
              {t('recordings.upload.pause')}
            </Action>
          )}
          {!isSent && transfer !== undefined && transfer.state !== 'sending' && (
            <Action
              label={t('recordings.upload.resumeNamed', { fileName })}
              onClick={() => void resume(id, transfer.file)}
            >
              {t('recordings.upload.resume')}
            </Action>
          )}
          {!isSent && transfer === undefined && (
            <Action label={t('recordings.upload.chooseNamed', { fileName })} onClick={choose}>
              {t('recordings.upload.chooseFile')}
            </Action>
          )}
          <Action
            label={t(state === 'failed' ? 'recordings.upload.removeNamed' : 'recordings.upload.cancelNamed', {
              fileName,
            })}
            busy={remove.isPending}
            onClick={() => {
              forget(id);
              remove.mutate(id);
            }}
          >
            {state === 'failed' ? t('recordings.upload.remove') : t('ui.cancel')}
          </Action>
        </>
      }
    >
      {state !== 'failed' && (
        <progress
          value={share}
          aria-label={
            state === 'processing'
              ? t('recordings.upload.processingNamed', { fileName })
              : t('recordings.upload.uploadingNamed', { fileName })
          }
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
        <Action label={t('recordings.upload.cancelNamed', { fileName: name })} onClick={onCancel}>
          {t('ui.cancel')}
        </Action>
      }
    >
      <p className="text-muted text-sm">{t('recordings.upload.waitingFiles')}</p>
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
  if (ahead === null) return t('recordings.upload.processing', { percent: Math.floor(processed * 100) });
  return ahead === 0 ? t('recordings.upload.next') : t('recordings.upload.queued', { ahead });
}
