import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { schemaText } from '@/lib/messages/schema-text.ts';

/** The attributes that tie a control to its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** A form field: label, control, and below it the error or the hint. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    // The space below is the same after a control and after a note.
    <div className="flex flex-col pb-2">
      <label htmlFor={id} className="mb-1.5 font-medium text-sm">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {/* Always rendered, so that screen readers announce an error. */}
      <p id={noteId} aria-live="polite" className="mt-1.5 text-sm empty:mt-0">
        {error ? (
          <span className="flex gap-1.5 text-live">
            <CircleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
            {schemaText(error)}
          </span>
        ) : (
          hint && <span className="text-muted">{hint}</span>
        )}
      </p>
    </div>
  );
}
