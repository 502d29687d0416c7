/** Converts an event to and from the texts of a form. */
import type { EventEdit, OwnEvent } from '@tributary/contracts/events';
import { amountText, centsOf, wholeOf } from '@/lib/format/number-fields.ts';
import { localTimeOf, momentOf } from '@/lib/format/zoned-time.ts';

export interface EventFormValues {
  title: string;
  description: string;
  date: string;
  time: string;
  timezone: string;
  minutes: string;
  price: string;
  capacity: string;
}

/** The fields of properties with another name. */
export const FIELD_OF = { eventDate: 'date', durationMinutes: 'minutes', priceCents: 'price' } as const;

/** @param timezone the creator's time zone */
export const emptyValues = (timezone: string): EventFormValues => ({
  title: '',
  description: '',
  date: '',
  time: '20:00',
  timezone,
  minutes: '60',
  price: amountText(0),
  capacity: '',
});

export const valuesOf = (event: OwnEvent): EventFormValues => ({
  title: event.title,
  description: event.description,
  ...localTimeOf(event.eventDate, event.timezone),
  timezone: event.timezone,
  minutes: String(event.durationMinutes),
  price: amountText(event.priceCents),
  capacity: event.capacity === null ? '' : String(event.capacity),
});

/** Fields that can't be read become values that the schema refuses. */
export const editOf = ({ date, time, minutes, price, capacity, ...text }: EventFormValues): EventEdit => ({
  ...text,
  eventDate: momentOf({ date, time }, text.timezone) ?? '',
  durationMinutes: wholeOf(minutes),
  priceCents: centsOf(price),
  capacity: capacity.trim() === '' ? null : wholeOf(capacity),
});
