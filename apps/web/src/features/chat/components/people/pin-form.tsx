import type { StreamId } from '@tributary/contracts/shared';
import { useState } from 'react';
import { useApiMutation } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { DurationField } from '../duration-field.tsx';

const DEFAULT_SECONDS = 1200;

const DURATIONS = [
  [300, '5 minutes'],
  [DEFAULT_SECONDS, '20 minutes'],
  [3600, '1 hour'],
  [null, 'Until the stream ends'],
] as const;

interface PinFormProps {
  streamId: StreamId;
  number: number;
  onDone: () => void;
}

export function PinForm({ streamId, number, onDone }: PinFormProps) {
  const [seconds, setSeconds] = useState<number | null>(DEFAULT_SECONDS);
  const pin = useApiMutation('PUT /api/streams/:id/chat/pin', {
    onSuccess: () => toast.success('Message pinned'),
    failure: 'Couldn’t pin the message',
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void pin.mutateAsync({ params: { id: streamId }, body: { number, seconds } }).then(onDone, () => {});
      }}
    >
      <DurationField
        label="Pin above the chat"
        durations={DURATIONS}
        seconds={seconds}
        onChange={setSeconds}
      />
      <Button type="submit" size="sm" variant="secondary" busy={pin.isPending} className="w-full">
        Pin this message
      </Button>
    </form>
  );
}
