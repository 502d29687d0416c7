import { messageOf } from '@/lib/query.ts';
import { PictureField } from '@/ui/forms/image-field.tsx';
import { Picture } from '@/ui/media/image.tsx';
import { useRemoveThumbnail, useReplaceThumbnail } from '../../api/use-channel.ts';

/** The picture of one's streams in lists; without one, pictures of the stream itself. */
export function ThumbnailField({ url }: { url: string | null }) {
  const replace = useReplaceThumbnail();
  const remove = useRemoveThumbnail();
  return (
    <PictureField
      kind="thumbnail"
      label="Picture"
      url={url}
      show={(shown) =>
        shown ? (
          <Picture src={shown} alt="" className="aspect-video w-full max-w-sm rounded-media" />
        ) : (
          <p className="flex aspect-video w-full max-w-sm items-center justify-center rounded-media bg-surface-1 px-8 text-balance text-center text-muted text-sm">
            Lists show your stream as it looks now, a new picture every little while.
          </p>
        )
      }
      onReplace={(file, onProgress) => replace.mutateAsync({ file, onProgress })}
      onRemove={() => remove.mutateAsync()}
      onFailure={messageOf}
    />
  );
}
