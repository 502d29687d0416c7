/** The contracts that payments call, in their smallest form. `0x` pushes zero. */
import { assemble } from './assemble.ts';

const SELECTOR = '0x calldataload 0xe0 shr';
const RETURN_WORD = '0x mstore 0x20 0x return';

/** A token with six decimals. Balances are stored under the address, and may become negative. */
export const TOKEN = assemble(`
  ${SELECTOR}
  dup1 0x313ce567 eq @decimals jumpi
  dup1 0x70a08231 eq @balanceOf jumpi
  dup1 0xa9059cbb eq @transfer jumpi
  0x 0x revert
decimals:
  0x06 ${RETURN_WORD}
balanceOf:
  0x04 calldataload sload ${RETURN_WORD}
transfer:
  0x24 calldataload dup1 0x mstore      ; the units, also as the data of the log
  dup1 caller sload sub caller sstore
  0x04 calldataload sload add 0x04 calldataload sstore
  0x04 calldataload caller
  0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef
  0x20 0x log3
  0x01 ${RETURN_WORD}
`);

/** A Chainlink AggregatorV3 with eight decimals: storage 0 is the answer, 1 its time, 2 a description of nine letters. */
export const PRICE_FEED = assemble(`
  ${SELECTOR}
  dup1 0x313ce567 eq @decimals jumpi
  dup1 0x7284e416 eq @description jumpi
  dup1 0xfeaf968c eq @latestRoundData jumpi
  0x 0x revert
decimals:
  0x08 ${RETURN_WORD}
description:
  0x20 0x mstore 0x09 0x20 mstore 0x02 sload 0x40 mstore 0x60 0x return
latestRoundData:
  0x01 0x mstore
  0x sload 0x20 mstore
  0x01 sload 0x40 mstore
  0x01 sload 0x60 mstore
  0x01 0x80 mstore
  0xa0 0x return
`);

/** Passes the ETH it receives on to the address in the call's data. */
export const FORWARDER = assemble('0x 0x 0x 0x callvalue 0x calldataload gas call stop');
