import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { ImageField } from '@/ui/forms/image-field.tsx';
import { Image } from '@/ui/media/image.tsx';
import { useRemoveThumbnail, useReplaceThumbnail } from '../../api/use-channel.ts';

/** The custom thumbnail of streams; without one, frames of the stream are shown. */
export function ThumbnailField({ url }: { url: string | null }) {
  const replace = useReplaceThumbnail();
  const remove = useRemoveThumbnail();
  return (
    <ImageField
      kind="thumbnail"
      label={t('channels.thumbnail.label')}
      url={url}
      show={(shown) =>
        shown ? (
          <Image src={shown} alt="" className="aspect-video w-full max-w-sm rounded-media" />
        ) : (
          <p className="flex aspect-video w-full max-w-sm items-center justify-center rounded-media bg-surface-1 px-8 text-balance text-center text-muted text-sm">
            {t('channels.thumbnail.none')}
          </p>
        )
      }
      onReplace={(file, onProgress) => replace.mutateAsync({ file, onProgress })}
      onRemove={() => remove.mutateAsync()}
      onFailure={messageOf}
    />
  );
}
