import type { ChatPerson } from '@tributary/contracts/chat';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { banSentence, type ChatAct } from '../../api/moderation.ts';
import { DurationField } from '../duration-field.tsx';

const DEFAULT_SECONDS = 600;

const DURATIONS = [
  [60, '1 minute'],
  [DEFAULT_SECONDS, '10 minutes'],
  [3600, '1 hour'],
  [86_400, '1 day'],
  [604_800, '1 week'],
  [null, 'Permanently'],
] as const;

interface BanFormProps {
  person: ChatPerson;
  busy: boolean;
  onAct: (act: ChatAct) => void;
}

/** Bans a person from the channel’s chats, or lifts their ban. */
export function BanForm({ person, busy, onAct }: BanFormProps) {
  const [seconds, setSeconds] = useState<number | null>(DEFAULT_SECONDS);
  const [reason, setReason] = useState('');
  if (person.ban) {
    return (
      <div className="flex flex-col gap-2 text-sm">
        <p className="text-muted">{banSentence(person.ban, 'Can’t write in this chat')}</p>
        <Button size="sm" variant="secondary" busy={busy} onClick={() => onAct({ kind: 'unban' })}>
          Lift the ban
        </Button>
      </div>
    );
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onAct({ kind: 'ban', seconds, reason });
      }}
    >
      <DurationField
        label="Ban from the chat"
        durations={DURATIONS}
        seconds={seconds}
        onChange={setSeconds}
      />
      <Field label="Reason, which they see">
        {(control) => (
          <Input
            {...control}
            maxLength={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="sm" variant="danger" busy={busy}>
        Ban
      </Button>
    </form>
  );
}
