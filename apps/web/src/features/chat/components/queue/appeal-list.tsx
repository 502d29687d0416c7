import type { AppealingPerson } from '@tributary/contracts/chat';
import { APPEAL_REPLY_MAX, type UserId } from '@tributary/contracts/shared';
import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
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
        <bdi className="font-semibold">{name}</bdi> <bdi className="text-muted">@{username}</bdi>
      </p>
      <p className="text-muted text-xs [overflow-wrap:anywhere]">
        {bannedBy === null
          ? banSentence(person, t('chat.ban.banned'), (time) => t('chat.ban.bannedUntil', { time }))
          : banSentence(person, t('chat.ban.bannedBy', { by: bannedBy }), (time) =>
              t('chat.ban.bannedByUntil', { by: bannedBy, time }),
            )}
      </p>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {appeal.text}
      </p>
      <p className="text-muted text-xs">
        <Text k="chat.queue.appealed" values={{ ago: () => <Ago at={appeal.at} inSentence /> }} />
      </p>
      {excludedId !== null && excludedId === user?.id ? (
        <p className="text-muted">{t('chat.queue.ownBan')}</p>
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
      <Field label={t('chat.queue.reply')}>
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
        refuseName={t('chat.queue.refuseAppeal', { name })}
        onRefuse={() => decide.mutate({ outcome: 'upheld', reply })}
        grant={t('chat.person.liftBan')}
        grantName={t('chat.queue.liftBanOf', { name })}
        onGrant={() => decide.mutate({ outcome: 'lifted', reply })}
      />
    </>
  );
}
