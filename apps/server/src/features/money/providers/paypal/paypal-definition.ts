/** The keys of PayPal, and how it starts. */
import { z } from 'zod';
import { defineProvider } from '../provider-definition.ts';
import { createPaypal } from './paypal.ts';
import { PAYPAL_EVENTS } from './paypal-events.ts';

const key = z
  .string()
  .regex(/^[\w-]{10,200}$/, 'Use the text that PayPal shows for the app, without spaces.');

export const paypalDefinition = defineProvider(
  'paypal',
  {
    clientId: key.describe('Client ID'),
    clientSecret: key.describe('Client secret'),
    webhookId: z
      .string()
      .regex(/^\w{10,50}$/, 'Use the ID that PayPal shows for the webhook.')
      .describe('Webhook ID'),
    environment: z.enum(['sandbox', 'live'], 'Use sandbox or live.').describe('Environment, live or sandbox'),
  },
  async ({ environment, ...keys }, { currency, publicUrl, now }) =>
    createPaypal({ ...keys, isTest: environment === 'sandbox', currency, publicUrl, now }),
  [{ sender: 'The app', events: PAYPAL_EVENTS }],
);
