import type { Recording } from '@tributary/contracts/recordings';
import { useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { ImageField } from '@/ui/forms/image-field.tsx';
import { Image } from '@/ui/media/image.tsx';
import { useRemoveThumbnail, useReplaceThumbnail } from '../queries.ts';

interface ThumbnailFieldProps {
  recording: Recording;
  /** The frame that the preview shows. */
  frame: () => Promise<Blob | null>;
}

export function ThumbnailField({ recording, frame }: ThumbnailFieldProps) {
  const { streamId, thumbnailUrl, hasCustomThumbnail, hasVideo, state } = recording;
  const replace = useReplaceThumbnail(streamId);
  const remove = useRemoveThumbnail(streamId);
  const [capturing, setCapturing] = useState(false);
  const captureFrame = async () => {
    setCapturing(true);
    const blob = await frame();
    if (blob === null) {
      toast.info(t('recordings.thumbnail.noFrame'), {
        description: t('recordings.thumbnail.startPreview'),
      });
    } else {
      const file = new File([blob], 'frame.jpg', { type: 'image/jpeg' });
      await replace
        .mutateAsync({ file, onProgress: () => {} })
        .then(() => toast.success(t('recordings.thumbnail.saved')))
        .catch((error: unknown) => toast.failure(t('recordings.thumbnail.notSaved'), error));
    }
    setCapturing(false);
  };
  return (
    <div className="flex flex-col gap-5">
      <ImageField
        kind="thumbnail"
        label={t('recordings.thumbnail.image')}
        url={hasCustomThumbnail ? thumbnailUrl : null}
        show={(shown) => (
          <Image
            src={shown ?? thumbnailUrl}
            alt=""
            className="aspect-video w-full max-w-sm rounded-media bg-surface-2"
          />
        )}
        onReplace={(file, onProgress) => replace.mutateAsync({ file, onProgress })}
        onRemove={() => remove.mutateAsync(undefined)}
        onFailure={messageOf}
      />
      {state === 'ready' && hasVideo && (
        <div>
          <Button variant="secondary" size="sm" busy={capturing} onClick={() => void captureFrame()}>
            {t('recordings.thumbnail.useFrame')}
          </Button>
        </div>
      )}
    </div>
  );
}
