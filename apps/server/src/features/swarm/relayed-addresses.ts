/** Recognizes addresses of peers in what they send each other. */

/** A candidate of RFC 8839 section 5.1 that is not the address of a TURN server. */
const OWN_CANDIDATE = /candidate:.* typ (?!relay\b)/;
/** `raddr` of a relayed candidate names the address behind the relay, where a browser does not hide it. */
const RELATED_ADDRESS = / raddr (?!0\.0\.0\.0 |:: )/;

/** Whether a description or a candidate tells the peer an address of the sender, and not only of its relay. */
export function namesOwnAddress(data: string): boolean {
  return OWN_CANDIDATE.test(data) || RELATED_ADDRESS.test(data);
}
