/**
 * A small assembler for contracts of tests: opcodes, `0x...` to push, `name:` for a jump destination and `@name` to
 * push it.
 */

const OPCODES: Readonly<Record<string, number>> = {
  stop: 0x00,
  add: 0x01,
  sub: 0x03,
  eq: 0x14,
  shr: 0x1c,
  caller: 0x33,
  callvalue: 0x34,
  calldataload: 0x35,
  mstore: 0x52,
  sload: 0x54,
  sstore: 0x55,
  jumpi: 0x57,
  gas: 0x5a,
  dup1: 0x80,
  log3: 0xa3,
  call: 0xf1,
  return: 0xf3,
  revert: 0xfd,
};
const JUMPDEST = 0x5b;
const PUSH0 = 0x5f;

export function assemble(source: string): `0x${string}` {
  const code: number[] = [];
  const labels = new Map<string, number>();
  const jumps = new Map<number, string>();
  for (const word of source.replaceAll(/;.*$/gm, '').split(/\s+/).filter(Boolean)) {
    if (word.endsWith(':')) {
      labels.set(word.slice(0, -1), code.length);
      code.push(JUMPDEST);
    } else if (word.startsWith('@')) {
      jumps.set(code.length + 1, word.slice(1));
      code.push(PUSH0 + 1, 0);
    } else if (word === '0x') {
      code.push(PUSH0);
    } else if (word.startsWith('0x')) {
      const bytes = Buffer.from(word.slice(2), 'hex');
      code.push(PUSH0 + bytes.length, ...bytes);
    } else {
      const opcode = OPCODES[word];
      if (opcode === undefined) throw new Error(`There is no opcode ${word}.`);
      code.push(opcode);
    }
  }
  for (const [at, label] of jumps) {
    const target = labels.get(label);
    if (target === undefined || target > 0xff) throw new Error(`The label ${label} is missing or too far.`);
    code[at] = target;
  }
  return `0x${Buffer.from(code).toString('hex')}`;
}
