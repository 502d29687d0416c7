import { describe, expect, it } from 'vitest';
import { withRow } from './row-selection.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const after = (selected: string[], key: string, from: string | null) =>
  [...withRow(KEYS, new Set(selected), key, from)].toSorted();

describe('choosing a row', () => {
  it('selects it, or takes it out of the selection', () => {
    expect(after([], 'b', null)).toEqual(['b']);
    expect(after(['a', 'b'], 'b', null)).toEqual(['a']);
  });

  it('with Shift selects all rows from the last one to it, in both directions', () => {
    expect(after(['b'], 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(after(['d'], 'b', 'd')).toEqual(['b', 'c', 'd']);
  });

  it('with Shift takes a range out again where the chosen row was selected', () => {
    expect(after(['a', 'b', 'c', 'd'], 'b', 'd')).toEqual(['a']);
  });

  it('with Shift concerns the row alone if the last one is on another page', () => {
    expect(after([], 'c', 'of an earlier page')).toEqual(['c']);
  });
});
