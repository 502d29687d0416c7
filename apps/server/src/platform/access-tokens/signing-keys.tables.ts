interface SigningKeysTable {
  kid: string;
  public_jwk: Record<string, unknown>;
  private_jwk: string;
  created_at: Date;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    signing_keys: SigningKeysTable;
  }
}
