/** The keys of PayPal, and its start. */
import { z } from 'zod';
import { defineProvider } from '../provider-definition.ts';
import { createPaypal } from './paypal.ts';
import { PAYPAL_EVENTS } from './paypal-events.ts';

const key = z
  .string()
  .regex(/^[\w-]{10,200}$/, 'Use the text that PayPal shows for the app, without spaces.');

export const paypalDefinition = defineProvider(
  {
    name: 'paypal',
    label: 'PayPal',
    methodLabel: 'PayPal',
    summary: 'PayPal accounts, subscriptions, and payouts to creators.',
    purposes: ['donation', 'ticket', 'subscription', 'gift'],
    heldBy: 'platform',
    proratesSubscriptions: false,
    webhooks: [{ sender: 'The app', events: PAYPAL_EVENTS }],
  },
  {
    clientId: key.meta({ title: 'Client ID' }),
    clientSecret: key.meta({ title: 'Client secret' }),
    webhookId: z
      .string()
      .regex(/^\w{10,50}$/, 'Use the ID that PayPal shows for the webhook.')
      .meta({ title: 'Webhook ID' }),
    environment: z
      .enum(['sandbox', 'live'], 'Use sandbox or live.')
      .meta({ title: 'Environment', description: 'Use live, or sandbox for test money.' }),
  },
  async ({ environment, ...keys }, { currency, publicUrl, now }) =>
    createPaypal({ ...keys, isTest: environment === 'sandbox', currency, publicUrl, now }),
);
