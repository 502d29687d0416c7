import { type CommandContext, CommandFailure } from './command.ts';
import { checkLedger } from './ledger-check.repo.ts';

/** @returns how much agrees @throws CommandFailure with the rows that disagree */
export async function runLedgerCheck({ db }: CommandContext): Promise<string> {
  const { transactions, accounts, charges, disagreements } = await checkLedger(db);
  const counts = `${countOf(transactions, 'transaction')}, ${countOf(accounts, 'account')} and ${countOf(charges, 'charge')}`;
  if (disagreements.length === 0)
    return `The ledger balances: ${counts} agree with everything derived from them.`;
  const lines = disagreements.map(
    ({ rule, subject, expected, actual }) => `${rule}: ${subject} has ${actual}, expected ${expected}`,
  );
  throw new CommandFailure(
    `The ledger does not balance. Checked ${counts}; rows that disagree: ${lines.length}.\n\n${lines.join('\n')}`,
  );
}

const countOf = (count: number, what: string) =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
