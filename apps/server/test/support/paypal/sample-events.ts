/**
 * Events as PayPal's own samples have them, which its webhook simulator sends
 * (https://developer.paypal.com/api/webhooks/v1/simulate-event-post), without amounts that nothing reads.
 */
const API = 'https://api.paypal.com';

/** A reversal of a capture is a refund. */
export const CAPTURE_REVERSED = {
  id: 'WH-6F207351SC284371F-0KX52201050121307',
  event_version: '1.0',
  create_time: '2018-08-15T21:30:35.780Z',
  resource_type: 'refund',
  resource_version: '2.0',
  event_type: 'PAYMENT.CAPTURE.REVERSED',
  summary: 'A $ 2.51 USD capture payment was reversed',
  resource: {
    id: '09E71677NS257044M',
    status: 'COMPLETED',
    amount: { currency_code: 'USD', value: '2.51' },
    note_to_payer: 'Payment reversed',
    create_time: '2018-08-15T14:30:10-07:00',
    update_time: '2018-08-15T14:30:10-07:00',
    links: [
      { rel: 'self', method: 'GET', href: `${API}/v2/payments/refunds/09E71677NS257044M` },
      { rel: 'up', method: 'GET', href: `${API}/v2/payments/captures/4L335234718889942` },
    ],
  },
};

/** A reversal of a sale has the type of a sale and the ID of a refund, and names no sale. */
export const SALE_REVERSED = {
  id: 'WH-3EC545679X386831C-3D038940937933201',
  event_version: '1.0',
  create_time: '2014-10-23T00:19:27Z',
  resource_type: 'sale',
  event_type: 'PAYMENT.SALE.REVERSED',
  summary: 'A $ 0.49 USD sale payment was reversed',
  resource: {
    id: '77689802DL785834G',
    create_time: '2014-10-23T00:19:12Z',
    state: 'completed',
    amount: { total: '-0.49', currency: 'USD' },
    links: [{ rel: 'self', method: 'GET', href: `${API}/v1/payments/refund/77689802DL785834G` }],
  },
};
