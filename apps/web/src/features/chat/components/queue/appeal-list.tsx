import type { AppealingPerson } from '@tributary/contracts/chat';
import { APPEAL_REPLY_MAX, type UserId } from '@tributary/contracts/shared';
import { useState } from 'react';
import { useSession } from '@/lib/session.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { Ago } from '@/ui/time.tsx';
import { banSentence } from '../../api/moderation.ts';
import { useDecideAppeal } from '../../appeals/use-appeals.ts';
import { DecisionButtons } from './decision-buttons.tsx';

interface AppealListProps {
  channelId: UserId;
  people: readonly AppealingPerson[];
}

/** Appeals that wait for a moderator, oldest first. */
export function AppealList({ channelId, people }: AppealListProps) {
  return (
    <ul className="divide-y divide-line">
      {people.map((person) => (
        <AppealRow key={`${person.id} ${person.appeal.at}`} channelId={channelId} person={person} />
      ))}
    </ul>
  );
}

function AppealRow({ channelId, person }: { channelId: UserId; person: AppealingPerson }) {
  const { user } = useSession();
  const { id, username, displayName, bannedBy, appeal, excludedId } = person;
  const name = displayName || username;
  return (
    <li className="flex max-w-xl flex-col gap-2 py-3 text-sm first:pt-0 last:pb-0">
      <p className="[overflow-wrap:anywhere]">
        <bdi className="font-semibold">{name}</bdi> <span className="text-muted">@{username}</span>
      </p>
      <p className="text-muted text-xs [overflow-wrap:anywhere]">
        {banSentence(person, bannedBy === null ? 'Banned' : `Banned by @${bannedBy}`)}
      </p>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {appeal.text}
      </p>
      <p className="text-muted text-xs">
        Appealed <Ago at={appeal.at} inSentence />
      </p>
      {excludedId !== null && excludedId === user?.id ? (
        <p className="text-muted">You banned them, so somebody else decides.</p>
      ) : (
        <Decision channelId={channelId} userId={id} name={name} />
      )}
    </li>
  );
}

function Decision({ channelId, userId, name }: { channelId: UserId; userId: UserId; name: string }) {
  const [reply, setReply] = useState('');
  const decide = useDecideAppeal(channelId, userId);
  return (
    <>
      <Field label="Reply, which they see (optional)">
        {(control) => (
          <Input
            {...control}
            maxLength={APPEAL_REPLY_MAX}
            value={reply}
            onChange={({ target }) => setReply(target.value)}
          />
        )}
      </Field>
      <DecisionButtons
        busy={decide.isPending}
        subject={`the appeal of ${name}`}
        onRefuse={() => decide.mutate({ outcome: 'upheld', reply })}
        grant="Lift the ban"
        grantName={`Lift the ban of ${name}`}
        onGrant={() => decide.mutate({ outcome: 'lifted', reply })}
      />
    </>
  );
}
