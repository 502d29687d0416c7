import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { translateSchemasBy } from '@/lib/messages/schema-text.ts';
import { Field } from './field.tsx';

afterEach(() => translateSchemasBy((sentence) => sentence));

it('shows the error of a schema in the language of the page', () => {
  translateSchemasBy((sentence) => (sentence === 'Enter a name.' ? 'Gib einen Namen ein.' : sentence));
  const field = (
    <Field label="Name" error="Enter a name.">
      {(control) => <input {...control} />}
    </Field>
  );
  expect(renderToStaticMarkup(field)).toContain('Gib einen Namen ein.');
});
