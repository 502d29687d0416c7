import type { ChatPerson } from '@tributary/contracts/chat';
import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { banSentence, type ChatAct } from '../../api/moderation.ts';
import { type Duration, DurationField, durationChoice } from '../duration-field.tsx';

const DEFAULT_SECONDS = 600;

const DURATIONS: readonly Duration<number | null>[] = [
  ...[60, DEFAULT_SECONDS, 3600, 86_400, 604_800].map(durationChoice),
  [null, t('chat.permanently')],
];

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
        <p className="text-muted">
          {banSentence(person.ban, t('chat.ban.they'), (time) => t('chat.ban.theyUntil', { time }))}
        </p>
        <Button size="sm" variant="secondary" busy={busy} onClick={() => onAct({ kind: 'unban' })}>
          {t('chat.person.liftBan')}
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
        label={t('chat.person.banFor')}
        durations={DURATIONS}
        seconds={seconds}
        onChange={setSeconds}
      />
      <Field label={t('chat.person.banReason')}>
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
        {t('chat.person.ban')}
      </Button>
    </form>
  );
}
