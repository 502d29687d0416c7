import { IMAGE_MAX_BYTES, IMAGE_SIZES, IMAGE_TYPES, type ImageKind } from '@tributary/contracts/shared';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '../button.tsx';

interface ImageFieldProps {
  kind: ImageKind;
  label: string;
  /** The current image, or null. */
  url: string | null;
  /** Renders the image, or a preview of the file that is uploading. */
  show: (url: string | null) => ReactNode;
  onReplace: (file: File, onProgress: (share: number) => void) => Promise<unknown>;
  onRemove: () => Promise<unknown>;
  /** Handles a failure. @returns the message to show below the image */
  onFailure: (error: unknown) => string | undefined;
}

/** An image that the user can replace or remove, with a preview while it uploads. */
export function ImageField(props: ImageFieldProps) {
  const { kind, label, url, show } = props;
  const input = useRef<HTMLInputElement>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [removing, setRemoving] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  const send = async (file: File) => {
    setProblem(refusal(file));
    if (refusal(file)) return;
    setPreview(URL.createObjectURL(file));
    setShare(0);
    await props.onReplace(file, setShare).catch((error: unknown) => setProblem(props.onFailure(error)));
    setPreview(null);
    setShare(null);
  };
  const remove = async () => {
    setRemoving(true);
    await props.onRemove().catch((error: unknown) => setProblem(props.onFailure(error)));
    setRemoving(false);
  };
  const { width, height } = IMAGE_SIZES[kind];
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-3 font-medium text-sm">{label}</legend>
      <div className={clsx(share !== null && 'opacity-70')}>{show(preview ?? url)}</div>
      {share !== null && (
        <progress
          value={share}
          aria-label={t('ui.image.uploading', { kind })}
          className="h-1.5 w-full max-w-xs"
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          type="file"
          accept={IMAGE_TYPES.join()}
          aria-label={t('ui.image.choose', { kind })}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file) void send(file);
          }}
        />
        <Button variant="secondary" size="sm" busy={share !== null} onClick={() => input.current?.click()}>
          {t(url ? 'ui.image.replace' : 'ui.image.upload', { kind })}
        </Button>
        {url && (
          <Button variant="quiet" size="sm" busy={removing} onClick={() => void remove()}>
            {t('ui.image.remove')}
          </Button>
        )}
      </div>
      <p aria-live="polite" className={clsx('text-sm', problem ? 'text-live' : 'text-muted')}>
        {problem ?? t('ui.image.rules', { width, height })}
      </p>
    </fieldset>
  );
}

/** Checks the properties that the browser knows; the server inspects the bytes. */
function refusal(file: File): string | undefined {
  if (file.size > IMAGE_MAX_BYTES) return t('ui.image.tooLarge', { size: file.size / 1e6 });
  return IMAGE_TYPES.some((type) => type === file.type) ? undefined : t('ui.image.wrongType');
}
