/** Text of a client that is not the SDP that WHEP needs; the message goes into the response. */
export class SdpError extends Error {
  override readonly name = 'SdpError';
}
