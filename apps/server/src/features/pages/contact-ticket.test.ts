import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createContactTickets } from './contact-ticket.ts';

const tickets = createContactTickets('a secret of the tests');
const NOW = Date.UTC(2026, 0, 1);

describe('a contact ticket', () => {
  it.each([
    [0, 'too_fast'],
    [2.9, 'too_fast'],
    [3, 'valid'],
    [24 * 3600, 'valid'],
    [24 * 3600 + 1, 'expired'],
  ])('is checked %d seconds after it was issued as %s', (seconds, verdict) => {
    const checked = tickets.check(tickets.issue(NOW), NOW + seconds * 1000);
    expect(typeof checked === 'string' ? checked : 'valid').toBe(verdict);
  });

  it('cannot be forged without the secret or by changing its time or its id', () => {
    const ticket = tickets.issue(NOW);
    expect(tickets.check(createContactTickets('another secret').issue(NOW), NOW + 9000)).toBe('forged');
    expect(tickets.check(`0${ticket}`, NOW + 9000)).toBe('forged');
    expect(tickets.check(ticket.replace('.', '.x'), NOW + 9000)).toBe('forged');
  });

  it('has an id of its own, which every check returns', () => {
    const [first, second] = [tickets.issue(NOW), tickets.issue(NOW)];
    expect(tickets.check(first, NOW + 9000)).toEqual(tickets.check(first, NOW + 99_000));
    expect(tickets.check(first, NOW + 9000)).not.toEqual(tickets.check(second, NOW + 9000));
  });

  it('cannot be arbitrary text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(tickets.check(text, NOW)).toBe('forged');
      }),
    );
  });
});
