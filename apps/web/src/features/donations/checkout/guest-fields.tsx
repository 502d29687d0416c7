import { Link } from '@tanstack/react-router';
import { GUEST_NAME_MAX, guestLabel } from '@tributary/contracts/payments';
import { useHere } from '@/features/payments/index.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';

export interface Guest {
  readonly name: string;
  readonly email: string;
}

interface GuestFieldsProps {
  guest: Guest;
  errors: { name: string | undefined; email: string | undefined };
  onChange: (guest: Guest) => void;
}

/** The fields of a guest: a name to show and an address for the receipt, both optional. */
export function GuestFields({ guest, errors, onChange }: GuestFieldsProps) {
  const { name, email } = guest;
  const sendsMail = useSendsMail();
  const shown = name.trim();
  return (
    <>
      <Field
        label="Name (optional)"
        error={errors.name}
        hint={
          shown === '' ? (
            'Shown with your donation. Without a name, you appear as Guest.'
          ) : (
            <>
              You appear as <bdi>{guestLabel(shown)}</bdi>.
            </>
          )
        }
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            onChange={({ target }) => onChange({ ...guest, name: target.value })}
            dir="auto"
            maxLength={GUEST_NAME_MAX}
            autoComplete="nickname"
          />
        )}
      </Field>
      <Field
        label="Email for the receipt (optional)"
        error={errors.email}
        hint={
          sendsMail === false
            ? 'This instance can’t send email yet. Its operator can pass the receipt on.'
            : 'We send the receipt once you have paid, and then delete the address.'
        }
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            value={email}
            onChange={({ target }) => onChange({ ...guest, email: target.value })}
            maxLength={254}
            autoComplete="email"
          />
        )}
      </Field>
      <p className="text-muted text-sm">
        Have an account?{' '}
        <Link to="/login" search={useHere()} className="text-accent underline underline-offset-2">
          Sign in
        </Link>{' '}
        to donate with your name.
      </p>
    </>
  );
}
