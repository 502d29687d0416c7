import type { StreamId } from '@tributary/contracts';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { usePin } from '../../api/room.ts';

/** How long a message stays pinned; empty: until the stream ends. */
const DURATIONS = [
  ['300', '5 minutes'],
  ['1200', '20 minutes'],
  ['3600', '1 hour'],
  ['', 'Until the stream ends'],
] as const;

interface PinFormProps {
  streamId: StreamId;
  number: number;
  onDone: () => void;
}

export function PinForm({ streamId, number, onDone }: PinFormProps) {
  const [duration, setDuration] = useState('1200');
  const pin = usePin(streamId);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const seconds = duration === '' ? null : Number(duration);
        void pin.mutateAsync({ number, seconds }).then(onDone, () => {});
      }}
    >
      <Field label="Pin above the chat">
        {(control) => (
          <Select {...control} value={duration} onChange={({ target }) => setDuration(target.value)}>
            {DURATIONS.map(([seconds, label]) => (
              <option key={seconds} value={seconds}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" size="sm" variant="secondary" busy={pin.isPending} className="w-full">
        Pin this message
      </Button>
    </form>
  );
}
