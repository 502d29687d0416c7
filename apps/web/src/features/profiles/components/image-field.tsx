import type { ProfileImageKind } from '@tributary/contracts/profiles';
import type { ReactNode } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { ImageField as Field } from '@/ui/forms/image-field.tsx';
import { useRemoveImage, useReplaceImage } from '../api/use-profile.ts';

interface ImageFieldProps {
  kind: ProfileImageKind;
  label: string;
  /** The current image, or null. */
  url: string | null;
  show: (url: string | null) => ReactNode;
  onChanged: () => void;
}

/** The avatar or banner of the user's profile. */
export function ImageField({ kind, onChanged, ...rest }: ImageFieldProps) {
  const replace = useReplaceImage(kind, onChanged);
  const remove = useRemoveImage(kind, onChanged);
  return (
    <Field
      {...rest}
      kind={kind}
      onReplace={(file, onProgress) => replace.mutateAsync({ file, onProgress })}
      onRemove={() => remove.mutateAsync()}
      onFailure={(error) => {
        // The message is specified (spec section 8).
        toast.error(t('profiles.failed'), { description: t('profiles.failed.why') });
        return error instanceof ApiProblem ? error.message : undefined;
      }}
    />
  );
}
