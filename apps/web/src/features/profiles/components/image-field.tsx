import type { ProfileImageKind } from '@tributary/contracts';
import type { ReactNode } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { PictureField as Field } from '@/ui/forms/image-field.tsx';
import { useRemoveImage, useReplaceImage } from '../api/use-profile.ts';

interface PictureFieldProps {
  kind: ProfileImageKind;
  label: string;
  /** What is shown now, or null. */
  url: string | null;
  show: (url: string | null) => ReactNode;
  onChanged: () => void;
}

/** A picture of one's profile. */
export function PictureField({ kind, onChanged, ...rest }: PictureFieldProps) {
  const replace = useReplaceImage(kind, onChanged);
  const remove = useRemoveImage(kind, onChanged);
  return (
    <Field
      {...rest}
      kind={kind}
      onReplace={(file, onProgress) => replace.mutateAsync({ file, onProgress })}
      onRemove={() => remove.mutateAsync()}
      onFailure={(error) => {
        // The sentence is spec section 8's.
        toast.error('Error', { description: 'Failed to update profile' });
        return error instanceof ApiProblem ? error.message : undefined;
      }}
    />
  );
}
