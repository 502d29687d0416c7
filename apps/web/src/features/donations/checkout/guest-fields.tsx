import { Link } from '@tanstack/react-router';
import { GUEST_NAME_MAX } from '@tributary/contracts/payments';
import { useHere } from '@/features/payments/index.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { guestLabel } from '@/lib/labels/guest-label.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
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
  const here = useHere();
  const shown = name.trim();
  return (
    <>
      <Field
        label={t('donations.guest.name')}
        error={errors.name}
        hint={
          shown === '' ? (
            t('donations.guest.nameHint')
          ) : (
            <Text
              k="donations.guest.appear"
              values={{ label: guestLabel(shown), name: (words) => <bdi>{words}</bdi> }}
            />
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
        label={t('donations.guest.email')}
        error={errors.email}
        hint={sendsMail === false ? t('donations.guest.noMail') : t('donations.guest.emailHint')}
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
        <Text
          k="donations.guest.signIn"
          values={{
            signIn: (words) => (
              <Link to="/login" search={here} className="text-accent underline underline-offset-2">
                {words}
              </Link>
            ),
          }}
        />
      </p>
    </>
  );
}
