/** Migration 0020, which moves columns to the features that own what they say. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { migrate, readMigrations } from '../../src/platform/db/migrations.ts';
import { createEmptyDatabase } from '../support/database.ts';

it('keeps banners, and which charges are of donations that name nobody', async () => {
  const { pool, url } = await createEmptyDatabase();
  const shipped = await readMigrations();
  const next = shipped.findIndex(({ name }) => name === 'owned_columns');
  await migrate({ connectionString: url }, shipped.slice(0, next));
  for (const name of ['ann', 'ben'])
    await pool.query('insert into profiles (id, username, email, display_name) values ($1, $2, $3, $2)', [
      randomUUID(),
      name,
      `${name}@example.org`,
    ]);
  await pool.query(
    "insert into profile_pages (user_id, banner_url) select id, '/pictures/a.webp' from profiles where username = 'ann'",
  );
  await pool.query('insert into money_mode (is_test) values (true)');
  for (const [payment, isAnonymous] of [
    ['named', false],
    ['anonymous', true],
  ] as const) {
    const id = randomUUID();
    await pool.query(
      `insert into charges (id, provider, is_test, payment_id, purpose, gross_cents, fee_cents, held_by, captured_at)
       values ($1, 'stripe', true, $2, 'donation', 500, 50, 'platform', now())`,
      [id, payment],
    );
    await pool.query(
      `insert into donations (id, charge_id, amount, platform_fee, net_amount, payment_provider, status, is_anonymous)
       values ($1, $1, 500, 50, 450, 'stripe', 'completed', $2)`,
      [id, isAnonymous],
    );
  }

  await migrate({ connectionString: url }, shipped);
  const banners = await pool.query('select username, banner_url from profiles order by username');
  expect(banners.rows).toEqual([
    { username: 'ann', banner_url: '/pictures/a.webp' },
    { username: 'ben', banner_url: null },
  ]);
  const charges = await pool.query('select payment_id, is_anonymous from charges order by payment_id');
  expect(charges.rows).toEqual([
    { payment_id: 'anonymous', is_anonymous: true },
    { payment_id: 'named', is_anonymous: false },
  ]);
});
