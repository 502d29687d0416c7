import type { AlertSettings } from '@tributary/contracts/donations';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AlertCard } from './alert-card.tsx';

const settings: AlertSettings = {
  minimumAmount: 0,
  text: '{name} donated {amount}',
  showsMessage: true,
  seconds: 8,
  sound: 'none',
  volume: 50,
  place: 'top',
  size: 'medium',
  background: 'dark',
  color: '#ffc85c',
};

const markupOf = (name: string, message: string, text = settings.text) =>
  renderToStaticMarkup(
    <AlertCard alert={{ name, amount: 500, currency: 'USD', message }} settings={{ ...settings, text }} />,
  );

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '</p><iframe src=javascript:alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '{{constructor.constructor("alert(1)")()}}',
  '<style>*{display:none}</style>',
  '<!--',
  ']]>',
])('shows %s as text, in a name, a message and a creator’s text', (text) => {
  const markup = markupOf(text, text, `${text} {name}`);
  // Contains only the tags and attributes of the card itself.
  const tags = [...markup.matchAll(/<(\/?[a-z!][^\s>]*)/g)].map(([, tag]) => tag);
  expect(new Set(tags)).toEqual(new Set(['div', '/div', 'p', '/p', 'bdi', '/bdi']));
  const attributes = [...markup.matchAll(/<[^>]*>/g)].flatMap(([tag]) => tag.match(/\s[a-z]+(?==")/g) ?? []);
  expect(new Set(attributes)).toEqual(new Set([' class', ' dir', ' style']));
});

it('darkens the color of names and amounts on a light background', () => {
  const colorsOf = (background: AlertSettings['background']) => {
    const alert = { name: 'Ada', amount: 500, currency: 'USD', message: '' };
    const markup = renderToStaticMarkup(<AlertCard alert={alert} settings={{ ...settings, background }} />);
    return new Set([...markup.matchAll(/style="color:([^"]*)"/g)].map(([, color]) => color));
  };
  expect(colorsOf('dark')).toEqual(new Set(['#ffc85c']));
  expect(colorsOf('light')).toEqual(new Set(['color-mix(in oklab, #ffc85c 60%, black)']));
});

it('replaces placeholders once, so that a name cannot insert another placeholder', () => {
  const markup = markupOf('{amount}', '', '{name} gave {amount}');
  expect(markup).toContain('{amount}</bdi> gave <bdi');
  expect(markup.match(/\$5\.00/g)).toHaveLength(1);
});
