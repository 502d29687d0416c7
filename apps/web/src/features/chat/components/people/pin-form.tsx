import type { StreamId } from '@tributary/contracts/shared';
import { useState } from 'react';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { type Duration, DurationField, durationChoice } from '../duration-field.tsx';

const DEFAULT_SECONDS = 1200;

const DURATIONS: readonly Duration<number | null>[] = [
  ...[300, DEFAULT_SECONDS, 3600].map(durationChoice),
  [null, t('chat.pin.untilEnd')],
];

interface PinFormProps {
  streamId: StreamId;
  number: number;
  onDone: () => void;
}

export function PinForm({ streamId, number, onDone }: PinFormProps) {
  const [seconds, setSeconds] = useState<number | null>(DEFAULT_SECONDS);
  const pin = useApiMutation('PUT /api/streams/:id/chat/pin', {
    onSuccess: () => toast.success(t('chat.pin.pinned')),
    failure: t('chat.pin.failed'),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void pin.mutateAsync({ params: { id: streamId }, body: { number, seconds } }).then(onDone, () => {});
      }}
    >
      <DurationField
        label={t('chat.pin.above')}
        durations={DURATIONS}
        seconds={seconds}
        onChange={setSeconds}
      />
      <Button type="submit" size="sm" variant="secondary" busy={pin.isPending} className="w-full">
        {t('chat.pin.pin')}
      </Button>
    </form>
  );
}
