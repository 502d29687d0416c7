import { expect, it } from 'vitest';
import { compose, type Mail } from './mail.ts';

const mail = (more: Partial<Mail>): Mail => ({
  to: 'ann@example.org',
  language: 'en',
  purpose: 'notification',
  subject: 'Ada went live',
  text: 'Ada went live\n\nhttps://live.example.org/s/ada/live\n',
  ...more,
});

it('states the language of a mail, and how to unsubscribe from it', () => {
  expect(compose(mail({ language: 'pt-BR' })).headers).toEqual({ 'Content-Language': 'pt-BR' });
  expect(compose(mail({ unsubscribeUrl: 'https://live.example.org/unsubscribe' })).headers).toEqual({
    'Content-Language': 'en',
    'List-Unsubscribe': '<https://live.example.org/unsubscribe>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

it('directs each line of an Arabic mail from right to left, also one that starts with a Latin name', () => {
  const text = 'Ada تتابعك\nمرحبًا Ada\n\nhttps://live.example.org/streamer/ada\n123456\n“River” عاد\n';
  const { subject, text: directed } = compose(mail({ language: 'ar', subject: 'Ada تتابعك', text }));
  expect(subject).toBe('\u200fAda تتابعك');
  expect(directed).toBe(
    '\u200fAda تتابعك\nمرحبًا Ada\n\nhttps://live.example.org/streamer/ada\n123456\n\u200f“River” عاد\n',
  );
});

it('leaves the texts of other languages as they are', () => {
  const { subject, text } = compose(mail({ language: 'de' }));
  expect({ subject, text }).toEqual({ subject: mail({}).subject, text: mail({}).text });
});
