/** An unmasked text frame, which servers send (RFC 6455, section 5.2). */
export function textFrame(payload: Buffer): Buffer {
  const { length } = payload;
  const header = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  header[0] = 0x81;
  if (header.length === 2) header[1] = length;
  else if (header.length === 4) {
    header[1] = 126;
    header.writeUInt16BE(length, 2);
  } else {
    header[1] = 127;
    header.writeUIntBE(length, 4, 6);
  }
  return Buffer.concat([header, payload]);
}
