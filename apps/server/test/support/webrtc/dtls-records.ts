/** Records of DTLS for peers that do not finish a handshake. */

const HANDSHAKE = 22;
const HELLO_VERIFY_REQUEST = 3;
/** DTLS 1.0, which this message names whatever the version is (RFC 6347 section 4.2.1). */
const VERSION = Buffer.of(0xfe, 0xff);

/** Asks a client to send its ClientHello again, with this cookie. */
export function helloVerifyRequest(cookie: Buffer): Buffer {
  const body = Buffer.concat([VERSION, Buffer.of(cookie.length), cookie]);
  const length = Buffer.of(0, 0, body.length);
  const message = Buffer.concat([Buffer.of(HELLO_VERIFY_REQUEST), length, Buffer.alloc(5), length, body]);
  const epochAndSequence = Buffer.alloc(8);
  return Buffer.concat([
    Buffer.of(HANDSHAKE),
    VERSION,
    epochAndSequence,
    Buffer.of(0, message.length),
    message,
  ]);
}
