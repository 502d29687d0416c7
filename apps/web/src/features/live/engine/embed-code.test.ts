import { expect, it } from 'vitest';
import { embedCode } from './embed-code.ts';

it('lets no name out of its attribute', () => {
  const code = embedCode('https://live.example', 'ada', '"><script>&');
  expect(code).toContain('src="https://live.example/embed/ada"');
  expect(code).toContain('title="&quot;&gt;&lt;script&gt;&amp;"');
});
