import { expect, it } from 'vitest';
import { embedCode } from './embed-code.ts';

it('escapes the name in the embed code, so that it cannot leave its attribute', () => {
  const code = embedCode('https://live.example/embed/ada', '"><script>&');
  expect(code).toContain('src="https://live.example/embed/ada"');
  expect(code).toContain('title="&quot;&gt;&lt;script&gt;&amp;"');
});
