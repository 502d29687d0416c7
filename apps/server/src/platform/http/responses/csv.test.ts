import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { sendCsv } from './csv.ts';

it('writes every page of a list, and no cell that a spreadsheet would evaluate as a formula', async () => {
  const names = ['=1+1', '＝1+1', '\n@SUM(A1)', '+1', '-1', 'Ada, "A"', 'a=b'];
  const app = fastify();
  app.get('/', (_request, reply) =>
    sendCsv(reply, 'names.csv', {
      pages: async (cursor = '0') => {
        const at = Number(cursor);
        const next = at + 1 < names.length ? String(at + 1) : null;
        return { items: names.slice(at, at + 1), next };
      },
      columns: { name: (name) => name, length: (name) => name.length - 9, none: () => null },
    }),
  );
  const { body, headers } = await app.inject('/');
  expect(headers['content-disposition']).toBe('attachment; filename="names.csv"');
  expect(body).toBe(
    [
      '\uFEFFname,length,none',
      "'=1+1,-5,",
      "'＝1+1,-5,",
      '"\'\n@SUM(A1)",0,',
      "'+1,-7,",
      "'-1,-7,",
      '"Ada, ""A""",-1,',
      'a=b,-6,',
      '',
    ].join('\r\n'),
  );
});
