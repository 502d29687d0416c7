import type { PublicEvent } from '@tributary/contracts';

/** How much room there is, where it is limited. */
export function TicketsLeft({ event: { ticketsLeft, capacity } }: { event: PublicEvent }) {
  if (ticketsLeft === null || capacity === null) return null;
  if (ticketsLeft === 0) return <span className="text-muted">Sold out</span>;
  return (
    <span className="text-muted">
      {ticketsLeft.toLocaleString('en')} of {capacity.toLocaleString('en')} places left
    </span>
  );
}
