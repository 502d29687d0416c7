import type { StreamId } from '@tributary/contracts/shared';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { usePin } from '../../api/room.ts';
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
  const pin = usePin(streamId);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void pin.mutateAsync({ number, seconds }).then(onDone, () => {});
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
