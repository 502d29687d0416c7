import { expect, it } from 'vitest';
import { compose, type Mail } from './mail.ts';
import { mailLogo } from './mail-html.ts';

const logo = { url: 'https://live.example.org/images/logo.webp', name: 'Canal "48" & Friends' };
const mail: Mail = {
  to: 'ann@example.org',
  language: 'en',
  purpose: 'notification',
  subject: 'Ada went live',
  text: 'Ada <b>wrote</b>:\n\nhttps://live.example.org/s/ada/live?a=1&b=2\n\nBye\n',
};

it('adds HTML with the logo and links to a mail only if the instance has a logo', () => {
  expect(compose(mail)).not.toHaveProperty('html');
  const { html, text } = compose(mail, logo);
  expect(text).toBe(mail.text);
  expect(html).toContain(`<img src="${logo.url}" alt="Canal &quot;48&quot; &amp; Friends"`);
  expect(html).toContain(
    '<a href="https://live.example.org/s/ada/live?a=1&amp;b=2">https://live.example.org/s/ada/live?a=1&amp;b=2</a>',
  );
});

it('shows what a person wrote as text', () => {
  expect(compose(mail, logo).html).toContain('Ada &lt;b&gt;wrote&lt;/b&gt;:');
});

it('states the language and the direction of the HTML', () => {
  expect(compose({ ...mail, language: 'ar' }, logo).html).toContain('<html lang="ar" dir="rtl">');
});

it('gives the logo the address of the instance, since mails are read elsewhere', () => {
  const branding = { name: 'Canal 48', logoUrl: '/images/logo.webp' };
  expect(mailLogo(branding, 'https://live.example.org')).toEqual({ name: 'Canal 48', url: logo.url });
  expect(mailLogo({ ...branding, logoUrl: null }, 'https://live.example.org')).toBeNull();
});
