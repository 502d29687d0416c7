import { describe, expect, it } from 'vitest';
import { createSealedGrants, type GrantedContent } from './sealed-grants.ts';

const STREAM = '01890a5d-ac96-774b-bcce-b302099a8057';
const OTHER = '01890a5d-ac96-774b-bcce-b302099a8058';
const content: GrantedContent = {
  userId: '01890a5d-ac96-774b-bcce-b302099a8059',
  sessionId: 'a session',
  lease: null,
  expiresAtMs: 1_800_000_060_000,
};
const grants = createSealedGrants('a secret of the tests');

describe('a grant in an address', () => {
  it('opens for its stream alone, and under the secret of its instance alone', () => {
    const sealed = grants.seal(STREAM, content);
    expect(grants.open(STREAM, sealed)).toEqual(content);
    expect(createSealedGrants('a secret of the tests').open(STREAM, sealed)).toEqual(content);
    expect(grants.open(OTHER, sealed)).toBeNull();
    expect(grants.open('no stream', sealed)).toBeNull();
    expect(createSealedGrants('another secret').open(STREAM, sealed)).toBeNull();
  });

  it('does not open with a bit of any byte flipped, shortened, or in another spelling', () => {
    const sealed = grants.seal(STREAM, content);
    const bytes = Buffer.from(sealed, 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const altered = Buffer.from(bytes);
      altered[index] = (altered[index] ?? 0) ^ (1 << (index % 8));
      expect(grants.open(STREAM, altered.toString('base64url'))).toBeNull();
    }
    expect(grants.open(STREAM, sealed.slice(0, -4))).toBeNull();
    expect(grants.open(STREAM, '')).toBeNull();
    expect(grants.open(STREAM, `${sealed}=`)).toBeNull();
  });

  it('is a path segment that differs each time and names neither account nor session', () => {
    const [first, second] = [grants.seal(STREAM, content), grants.seal(STREAM, content)];
    expect(first).toMatch(/^[\w-]{100,400}$/);
    expect(first).not.toBe(second);
    expect(Buffer.from(first, 'base64url').includes(content.userId)).toBe(false);
  });
});
