import type { ChatPower, ChatReply } from '@tributary/contracts/chat';
import { cleanLine, type StreamId, type UserId } from '@tributary/contracts/shared';
import { SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { controlLook } from '@/ui/forms/inputs.tsx';
import type { ServerCommand } from '../../api/use-commands.ts';
import { useWait } from '../../api/use-wait.ts';
import { EmojiPicker } from '../../emoji/emoji-picker.tsx';
import { type ModeratorTool, type ParsedCommand, parseCommand } from '../../engine/composer/commands.ts';
import type { Person } from '../../engine/composer/completion.ts';
import { readDraft, writeDraft } from '../../engine/composer/drafts.ts';
import { hasChatted, rememberChatted } from '../../engine/composer/rules-notice.ts';
import type { Submission } from '../../engine/log/chat-log.ts';
import { ReplyContext } from '../messages/reply-context.tsx';
import { CommandOutcome, type Outcome } from './command-outcome.tsx';
import { CompletionList } from './completion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';

const MAX_LENGTH = 500;
/** The number of characters left is shown below this. */
const FEW_LEFT = 100;

interface MessageBoxProps {
  streamId: StreamId;
  channelId: UserId;
  /** The time at which the person may write again in slow mode, by performance.now(). */
  freeAtMs: number;
  /** The message that will be answered. */
  replyTo: ChatReply | null;
  onCancelReply: () => void;
  /** The people who are offered first as mentions, most recent first. */
  people: () => readonly Person[];
  powers: readonly ChatPower[];
  onSend: (text: string, kind: Submission['kind']) => void;
  /** Resolves with a sentence about the result. Throws the reason of a failure. */
  onCommand: (command: ServerCommand) => Promise<string>;
  onTool: (tool: ModeratorTool) => void;
  /** Asks a visitor to sign in, and keeps the draft. */
  onSignedOut: (action: string) => void;
}

export function MessageBox({
  streamId,
  channelId,
  freeAtMs,
  replyTo,
  onCancelReply,
  people,
  powers,
  onSend,
  onCommand,
  onTool,
  onSignedOut,
}: MessageBoxProps) {
  const { state } = useSession();
  const signedIn = state === 'signed-in';
  const [text, setText] = useState(() => readDraft(streamId));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const secondsToWait = useWait(freeAtMs);
  const [knowsRules, setKnowsRules] = useState(hasChatted);

  const write = (next: string) => {
    setText(next);
    setOutcome(null);
    writeDraft(streamId, next);
  };
  const box = useRef<HTMLTextAreaElement>(null);
  const [isPicking, setPicking] = useState(false);
  /** Enter was pressed before the page knew whether it is signed in. */
  const [isDue, setDue] = useState(false);
  const { completion, emotes } = useSuggestions({
    box,
    text,
    onChange: write,
    streamId,
    channelId,
    people,
    powers,
    isPicking,
  });
  useEffect(() => {
    if (replyTo) box.current?.focus();
  }, [replyTo]);

  /** Runs a command. One that fails stays in the box. */
  const obey = async (command: ParsedCommand) => {
    const next = await run(command, { onSend, onCommand, onTool });
    if (next?.kind !== 'problem') write('');
    setOutcome(next);
  };
  const submit = () => {
    if (state === 'loading') return setDue(true);
    if (!signedIn) return onSignedOut(t('chat.box.signInAction'));
    const clean = cleanLine(text);
    if (clean === '' || secondsToWait > 0) return;
    rememberChatted();
    setKnowsRules(true);
    // The button is disabled while there is no text.
    box.current?.focus();
    const command = parseCommand(clean, powers);
    if (command !== null) return void obey(command);
    onSend(clean, 'message');
    write('');
  };
  const submitDue = useEffectEvent(submit);
  useEffect(() => {
    if (!isDue || state === 'loading') return;
    setDue(false);
    submitDue();
  }, [isDue, state]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion.onKeyDown(event)) return;
    if (event.key === 'Escape' && replyTo) onCancelReply();
    // Enter also ends the composition of a word, for example in Japanese.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };

  return (
    <form
      className="relative flex flex-col gap-2 p-3 pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <CompletionList
        id={completion.listId}
        label={t('chat.box.suggestions')}
        options={completion.options}
        active={completion.active}
        onTake={completion.take}
      />
      {replyTo && (
        <ReplyingTo
          reply={replyTo}
          onCancel={() => {
            onCancelReply();
            box.current?.focus();
          }}
        />
      )}
      <div className="flex items-end gap-2">
        <textarea
          ref={box}
          {...completion.props}
          aria-label={t('chat.box.message')}
          placeholder={t('chat.box.placeholder')}
          rows={1}
          maxLength={MAX_LENGTH}
          value={text}
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKeyDown}
          className={`${controlLook} h-auto max-h-28 min-h-11 resize-none py-2.5 leading-5 [field-sizing:content]`}
        />
        {signedIn && <EmojiPicker emotes={emotes} onOpenChange={setPicking} onChoose={completion.insert} />}
        {signedIn && (
          <Button
            type="submit"
            size="icon"
            aria-label={t('chat.box.send')}
            className="size-11"
            disabled={text.trim() === '' || secondsToWait > 0}
          >
            <SendHorizontal size={18} aria-hidden="true" className="rtl:-scale-x-100" />
          </Button>
        )}
      </div>
      {!knowsRules && (
        <p className="text-muted text-xs">
          <Text
            k="chat.box.rules"
            values={{
              rules: (words) => (
                <a href="/rules" target="_blank" rel="noopener" className="underline">
                  {words}
                </a>
              ),
            }}
          />
        </p>
      )}
      {!signedIn && text !== '' && (
        <Button type="submit" size="sm">
          {t('chat.box.signIn')}
        </Button>
      )}
      <CommandOutcome outcome={outcome} powers={powers} />
      <Limits secondsToWait={secondsToWait} left={MAX_LENGTH - text.length} />
    </form>
  );
}

async function run(
  command: ParsedCommand,
  { onSend, onCommand, onTool }: Pick<MessageBoxProps, 'onSend' | 'onCommand' | 'onTool'>,
): Promise<Outcome | null> {
  if (command.kind === 'problem') return { kind: 'problem', text: command.problem };
  if (command.kind === 'help') return { kind: 'help' };
  if (command.kind === 'send') onSend(command.text, command.as);
  else if (command.kind === 'open') onTool(command.tool);
  else {
    try {
      return { kind: 'done', text: await onCommand(command) };
    } catch (error) {
      return { kind: 'problem', text: messageOf(error) };
    }
  }
  return null;
}

function ReplyingTo({ reply, onCancel }: { reply: ChatReply; onCancel: () => void }) {
  return (
    <div className="flex items-center justify-between gap-2">
      <ReplyContext reply={reply} />
      <button
        type="button"
        aria-label={t('chat.box.cancelReply')}
        onClick={onCancel}
        className="flex size-6 shrink-0 items-center justify-center rounded-control text-muted hover:bg-surface-3 hover:text-ink"
      >
        <X size={14} aria-hidden="true" />
      </button>
    </div>
  );
}

function Limits({ secondsToWait, left }: { secondsToWait: number; left: number }) {
  return (
    <>
      {secondsToWait > 0 && (
        <p className="text-muted text-xs tabular-nums">{t('chat.box.wait', { seconds: secondsToWait })}</p>
      )}
      {left < FEW_LEFT && (
        <p className="text-end text-muted text-xs tabular-nums">{t('chat.box.left', { count: left })}</p>
      )}
    </>
  );
}
