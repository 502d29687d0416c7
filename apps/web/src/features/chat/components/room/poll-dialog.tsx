import {
  CHAT_POLL_OPTION_MAX,
  CHAT_POLL_OPTIONS_MAX,
  CHAT_POLL_QUESTION_MAX,
} from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import { useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { DialogForm } from '@/ui/overlays/dialog-form.tsx';
import { startPoll } from '../../api/polls.ts';
import { DEFAULT_POLL_SECONDS } from '../../engine/composer/commands.ts';
import { DurationField, durationChoice } from '../duration-field.tsx';

const DURATIONS = [30, 60, DEFAULT_POLL_SECONDS, 300, 600, 1800].map(durationChoice);

interface PollDialogProps {
  streamId: StreamId;
  open: boolean;
  onClose: () => void;
}

export function PollDialog({ streamId, open, onClose }: PollDialogProps) {
  return (
    <Dialog
      title={t('chat.tools.poll')}
      description={t('chat.poll.lead')}
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <PollForm streamId={streamId} onClose={onClose} />
    </Dialog>
  );
}

function PollForm({ streamId, onClose }: { streamId: StreamId; onClose: () => void }) {
  const [question, setQuestion] = useState('');
  const [options, setOptions] = useState(['', '']);
  const [seconds, setSeconds] = useState<number>(DEFAULT_POLL_SECONDS);
  const filled = options.filter((option) => option.trim() !== '');
  return (
    <DialogForm
      action={t('chat.poll.start')}
      onSubmit={() => startPoll(streamId, { question, options: filled, seconds })}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Field label={t('chat.poll.question')}>
            {(control) => (
              <Input
                {...control}
                required
                maxLength={CHAT_POLL_QUESTION_MAX}
                value={question}
                onChange={({ target }) => setQuestion(target.value)}
              />
            )}
          </Field>
          {options.map((option, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: options are neither removed nor moved.
            <Field key={index} label={t('chat.poll.option', { number: index + 1 })}>
              {(control) => (
                <Input
                  {...control}
                  required={index < 2}
                  maxLength={CHAT_POLL_OPTION_MAX}
                  value={option}
                  onChange={({ target }) => setOptions(options.with(index, target.value))}
                />
              )}
            </Field>
          ))}
          {options.length < CHAT_POLL_OPTIONS_MAX && (
            <Button
              variant="secondary"
              size="sm"
              className="mb-3 self-start"
              onClick={() => setOptions([...options, ''])}
            >
              {t('chat.poll.addOption')}
            </Button>
          )}
          <DurationField
            label={t('chat.poll.endsAfter')}
            durations={DURATIONS}
            seconds={seconds}
            onChange={setSeconds}
          />
          <p role="alert" className="text-live text-sm empty:hidden">
            {error ? messageOf(error) : null}
          </p>
        </>
      )}
    </DialogForm>
  );
}
