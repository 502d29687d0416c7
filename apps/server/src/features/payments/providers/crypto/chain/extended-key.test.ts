import fc from 'fast-check';
import { toHex } from 'viem';
import { HDKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts';
import { expect, it } from 'vitest';
import { runs } from '../../../../../../test/support/properties/runs.ts';
import { ProviderRefused } from '../../provider.errors.ts';
import { readExtendedKey } from './extended-key.ts';

const accountOf = (phrase: string, account = 0) =>
  mnemonicToAccount(phrase, { path: `m/44'/60'/${account}'` }).getHdKey();

const FOUNDRY = accountOf('test test test test test test test test test test test junk');
const ABANDON = accountOf(`${'abandon '.repeat(11)}about`);

it('derives the addresses that wallets show for published phrases (BIP-44)', () => {
  const foundry = readExtendedKey(FOUNDRY.publicExtendedKey);
  expect([0, 1, 2].map((index) => foundry.addressAt(index))).toEqual([
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  ]);
  expect(readExtendedKey(ABANDON.publicExtendedKey).addressAt(0)).toBe(
    '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  );
});

it('derives the address whose private key is in the first test vector of BIP-32', () => {
  const parent =
    'xpub6FHa3pjLCk84BayeJxFW2SP4XRrFd1JYnxeLeU8EqN3vDfZmbqBqaGJAyiLjTAwm6ZLRQUMv1ZACTj37sR62cfN7fe5JnJ7dh8zL4fiyLHV';
  const child = HDKey.fromExtendedKey(
    'xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FHa8kmHScGpWmj4WggLyQjgPie1rFSruoUihUZREPSL39UNdE3BBDu76',
  );
  if (!child.privateKey) throw new Error('The vector has a private key');
  expect(readExtendedKey(parent).addressAt(1_000_000_000)).toBe(privateKeyToAddress(toHex(child.privateKey)));
});

it('derives the same addresses from the account and from its external chain, with the same fingerprint', () => {
  const account = readExtendedKey(FOUNDRY.publicExtendedKey);
  const chain = readExtendedKey(FOUNDRY.deriveChild(0).publicExtendedKey);
  expect(chain.addressAt(7)).toBe(account.addressAt(7));
  expect(chain.fingerprint).toBe(account.fingerprint);
});

it('derives for every index the address of the private key that the creator has', () => {
  const key = readExtendedKey(FOUNDRY.publicExtendedKey);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0x7fff_ffff }), (index) => {
      const own = mnemonicToAccount('test test test test test test test test test test test junk', {
        addressIndex: index,
      });
      expect(key.addressAt(index)).toBe(own.address);
    }),
    runs(50),
  );
});

it('never derives the same address for two indexes', () => {
  const key = readExtendedKey(ABANDON.publicExtendedKey);
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(100_000), { minLength: 2, maxLength: 5 }), (indexes) => {
      expect(new Set(indexes.map((index) => key.addressAt(index))).size).toBe(indexes.length);
    }),
    runs(20),
  );
});

it.each([-1, 0x8000_0000, 1.5])('refuses the index %d, which no public key has', (index) => {
  expect(() => readExtendedKey(ABANDON.publicExtendedKey).addressAt(index)).toThrow(RangeError);
});

it('refuses an extended private key without repeating it', () => {
  const text = FOUNDRY.privateExtendedKey;
  expect(() => readExtendedKey(text)).toThrow(/private key/);
  expect(() => readExtendedKey(text)).not.toThrow(text);
});

it('refuses a key with any letter mistyped', () => {
  const text = FOUNDRY.publicExtendedKey;
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: text.length - 1 }),
      fc.constantFrom('1', 'z', 'Q'),
      (at, letter) => {
        fc.pre(text[at] !== letter);
        expect(() => readExtendedKey(text.slice(0, at) + letter + text.slice(at + 1))).toThrow(
          ProviderRefused,
        );
      },
    ),
    runs(40),
  );
});

it.each([
  '',
  'xpub',
  '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
])('refuses %j, which is no extended public key', (text) => {
  expect(() => readExtendedKey(text)).toThrow(ProviderRefused);
});

it.each([0, 1, 2, 5])('refuses a key of level %d, which is no account', (depth) => {
  const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(7));
  let key = root;
  for (let level = 0; level < depth; level++) key = key.deriveChild(0);
  expect(() => readExtendedKey(key.publicExtendedKey)).toThrow(/Ethereum account/);
});
